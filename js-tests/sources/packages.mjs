// Packages: ES modules, CommonJS modules, conditions, TypeScript.
import { format } from 'dual';
import { self } from 'dual/deep/self';
import { build, mode } from 'conditional';
import legacy, { answer, early, file, lazy, thisIsExports, isMain } from 'legacy';
import * as namespace from 'legacy';
import { greet } from '@scope/typed';
import umd, { using } from 'umd';
import required from './required.cjs';

console.log(format, '/', self);
console.log(build, '/', mode);
console.log(answer, early, file, lazy, thisIsExports, isMain, legacy === namespace['module.exports']);
console.log(undeclared, Object.keys(namespace).join());
console.log(greet('world'), '/', using('a name'), '/', umd.all.using === using);
console.log(required);
for (const name of [
  'wants-fs', 'wants-esm', 'node:sqlite', '_stream_wrap', 'none/at/all', 'dual/private', '#none', './required',
]) {
  await import(name).then(() => console.log(name, 'was loaded'), error => console.log(`${error}`));
}
