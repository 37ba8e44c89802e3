repl
var a = { b: { c: 1 } }
await a.b.c
(await a).b.c
await Promise.resolve(1).then(Number)
Object.keys(globalThis).filter(key => key.startsWith("$"))
let none = () => null
none().x
