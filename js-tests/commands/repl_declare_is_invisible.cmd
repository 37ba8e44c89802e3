repl
typeof $$declare
let a = 1; typeof $$declare
const seen = Object.getOwnPropertyNames(globalThis).filter(name => name.includes('declare')); seen
import { seen as imported } from '../modules/sees_globals.mjs'; imported
const m = await 1; [m, Object.keys(import.meta), '$$declare' in import.meta, typeof $$declare]
await import('../modules/sees_globals.mjs') === await import('../modules/sees_globals.mjs')
[Object.keys(import.meta), import.meta.url.endsWith('repl#7')]
var $$declare = 'mine'
let b = 2; [$$declare, b]
let $ = 1
$ = 2
$
let $$$declare = 3, c = $$$declare
[$$declare, $$$declare, c]
