repl
nowhere
_error.stack
let here = 1; null.x
_error.stack
let f = () => {
  throw new Error('in line 2');
}
f()
_error.stack
console.log(_error)
_error
try { f() } catch (e) { e.stack }
let one = 1, nested = () => f()
nested()
_error.stack
try { structuredClone(f) } catch (e) { here = e.stack }
let of = new DOMException('m').stack; of
await 1; f()
_error.stack
const g = async () => { await 1; f() }; await g()
_error.stack
let d = () => d()
d()
_error.message
let h = new Function('throw new Error()'), caught; try { h() } catch (e) { caught = e }; caught
console.trace('traced')
let t = () => console.trace('traced'); t()
let k = 5; throw { k }
const fixed = 1
fixed = 2
_error.stack
setTimeout(() => { throw { in: 'timer' } }); 0
let later = setTimeout(() => { throw { in: 'timer' } }); 0
addEventListener('error', ({ filename, lineno, colno }) => console.log([filename, lineno, colno])); 0
let sent = 1; f()
Object.getOwnPropertyDescriptor(Error.prototype, 'stack')
let own = new Error('own'); own.stack = 'mine'; own.stack
