repl
const one = await Promise.resolve(1), two = 2; one + two
one
import * as a from '../modules/a.mjs'
typeof a
await import('../modules/none.mjs')
for await (const x of [1, 2]) console.log(x)
async function g() { return 'g' }; await g()
g
await new Promise(() => {})
'after'
