// The texts of functions that `Function` and the other constructors have made.

const AsyncFunction = (async () => {}).constructor;
const GeneratorFunction = (function* () {}).constructor;
console.log(String(new Function('a', 'return a')), String(Function('return 1')), String(new Function()));
console.log(String(AsyncFunction('await 1')), String(new GeneratorFunction('a,b', 'c', 'yield 1')));
console.log(String(new Function('a = 1 /* x */', '// c')), String(Function('{ b }', 'return b\n')));
console.log(/^class\b/.test(new Function('x')), /^class\b/.test(Function('return function f() {}')()));
