// The codes of errors of imports are those of Node 20, except where a comment says so.
const codeOf = async load => {
  try {
    const exports = await load();
    return typeof exports === 'string' ? exports : JSON.stringify(exports);
  } catch ({ code }) {
    return code;
  }
};

const uses = [
  () => import.meta.resolve('missing'),
  () => import.meta.resolve('@scope'),
  () => import.meta.resolve('#missing'),
  () => import.meta.resolve('node:missing'),
  () => import.meta.resolve('fs'),
  () => import.meta.resolve('data:text/javascript,0'),
  () => import('@scope'),
  () => import('./a%2fb.mjs'),
  () => import('http://localhost/a.mjs'),
  () => import('unknown:a'),
  () => import('./import_codes.out'),
  () => import('data:text/javascript,export const a = 1, { url } = import.meta'),
  () => import('data:text/javascript;base64,ZXhwb3J0IGRlZmF1bHQgMjs='),
  () => import('data:application/json,{"a":1}', { with: { type: 'json' } }),
  () => import('data:text/javascript,import "./a.mjs"'),
  () => import('data:text/css,a'),
  // Node 22.
  () => import('./import_codes.out', { with: { type: 'css' } }),
  () => import('./import_codes.out', { with: { unknown: 'a' } }),
];
for (const use of uses) console.log(await codeOf(use));
const first = await import('data:text/javascript,export default {}');
console.log(first === (await import('data:text/javascript,export default {}')));
