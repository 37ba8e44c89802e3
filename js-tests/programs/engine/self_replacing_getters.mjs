// Getters that replace themselves with their result, read by files that only import them, or not even that.
import { lazy, Lazy } from '../../sources/self_replacing.mjs';
import { sizeOf } from '../../sources/self_replacing_reader.mjs';

const read = object => object.value.get(1);
const first = lazy(() => new Map([[1, 'one']]));
for (let i = 0; i < 3; i++) console.log(read(first));

const call = object => object.value();
const second = lazy(() => () => 'called');
for (let i = 0; i < 3; i++) console.log(call(second));

const listOf = object => object?.list;
const third = new Lazy();
const lists = [1, 2, 3].map(() => listOf(third));
console.log(lists.every(list => list === lists[0]), Lazy.made);

const nameOf = object => object.name;
console.log([1, 2, 3].map(() => nameOf(third)), Object.keys(third));

const fourth = lazy(() => new Set([1, 2]));
console.log([1, 2, 3].map(() => sizeOf(fourth)));
