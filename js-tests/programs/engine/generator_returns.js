// `return()` of a generator closes the iterators of its loops, the innermost first.

const log = [];
const values = (name, result = {}) => ({
  count: 0,
  next() { return { value: `${name}${this.count++}`, done: this.count > 3 }; },
  return() { log.push(`closed ${name}`); if (result instanceof Error) throw result; return result; },
  [Symbol.iterator]() { return this; },
});
const show = what => { console.log(what, log.splice(0).join(', ')); };

function* one() { for (const a of values('a')) yield a; }
function* two() { for (const a of values('a')) for (const b of values('b')) { yield a + b; } }
function* kept() {
  'use strict';
  outer: for (let a of values('a')) {
    for (var b of values('b')) {
      if (b === 'b1') continue outer;
      yield () => a + b;
    }
  }
}
function* caught() {
  for (const a of values('a')) {
    try { yield a; } catch { log.push('caught'); } finally { log.push('finally'); }
  }
  return 'end';
}
class Methods {
  * own() { for (const [a] of [values('a')]) yield a; }
  static * [Symbol.iterator]() { for (this.x of values('x')) yield this.x; }
}

for (const generator of [one, two, kept, caught]) {
  for (const _ of generator()) break;
  show(`${generator.name}: break`);
  const iterator = generator();
  iterator.next();
  show(JSON.stringify(iterator.return(7)));
  const thrown = generator();
  thrown.next();
  try { thrown.throw(new Error('thrown')); } catch (error) { log.push(error.message); }
  show('throw');
  show([...generator()].length);
}
for (const _ of new Methods().own()) break;
for (const _ of Methods) break;
const [first] = one();
show(first);

function* failing(result) { for (const a of values('a')) for (const b of values('b', result)) yield a + b; }
for (const result of [new RangeError('in return'), 1]) {
  try { for (const _ of failing(result)) break; } catch (error) { log.push(error.name); }
  show('failing');
}
try { [...(function* () { for (const x of 5) yield x; })()]; } catch (error) { console.log(error.name); }
