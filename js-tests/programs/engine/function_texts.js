// Functions from texts whose parameters end with a pattern, and lone surrogates.
const t = f => { try { console.log(f()); } catch (e) { console.log(e.name); } };
t(() => Function('{a}', 'return a')({ a: 1 }));
t(() => Function('[a]', 'return a')([2]));
t(() => Function('x', '{a, ...b}', 'return b.c')(0, { a: 1, c: 3 }));
t(() => Function('...[a]', 'return a')(4));
t(() => Function('a = {}', 'return typeof a')());
t(() => Function('a = 1', '{b} ', 'return b')(0, { b: 5 }));
t(() => Function('}, function () {//\ud800'));
t(() => Function('return "\ud800".length')());
t(() => Function('{a}', 'return a').length);
const AsyncFunction = (async () => {}).constructor;
const writable = F => Object.getOwnPropertyDescriptor(F.prototype, "constructor").writable;
console.log(writable(AsyncFunction), writable(Function));
