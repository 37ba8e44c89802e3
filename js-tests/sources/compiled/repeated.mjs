// The same compiled code, run several times.
const log = text => console.log(text);
function use(n) { using resource = { [Symbol.dispose]() { log(`disposed of ${n}`); } }; log(`used ${n}`); }
use(1); use(2); use(3);
for (let n = 0; n < 2; n++) { using none = null; }
const mark = (value, context) => { context.metadata.marked = context.name; };
const make = () => class { @mark method() {} };
for (let n = 0; n < 3; n++) log(make()[Symbol.metadata].marked);
log(Object.getOwnPropertyDescriptor(Symbol, 'metadata').writable);
const read = value => { try { return value.property; } catch (error) { return error.message; } };
log(read(undefined)); log(read(null)); log(read(undefined));
const again = value => { try { return value.a.b; } catch (error) { throw error; } };
const nested = value => { try { return again(value); } catch (error) { return error.message; } };
log(nested({})); log(nested());
await 0;
log(new Error('after an await').stack.includes('(native)'));
