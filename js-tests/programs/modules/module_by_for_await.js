// A loop with `for await`, or `await using`, outside of functions makes a file a module.
for await (const value of [1, Promise.resolve(2)]) console.log(value);
{ await using resource = { async [Symbol.asyncDispose]() { console.log('disposed'); } }; console.log('used'); }
var local = 3;
console.log(globalThis.local, typeof import.meta.url);
