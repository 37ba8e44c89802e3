// A specifier with a query or a fragment is a module of its own.
import { count as plain } from './queried/counter.mjs';
import { count as first } from './queried/counter.mjs?v=1';
import { count as second, url } from './queried/counter.mjs?v=2#part';
import { count as again } from './queried/counter.mjs?v=1';
import value from './queried/value.json?v=1';

console.log(plain === first, first === again, first === second, plain(), first(), again(), second());
console.log(url.slice(url.lastIndexOf('/')), value.answer);

const { count: dynamic } = await import(`./queried/counter.mjs?now=${1 + 1}`);
console.log(dynamic());
console.log(import.meta.resolve('./queried/counter.mjs?x').endsWith('/counter.mjs?x'));
await import('./queried/missing.mjs?v=1').catch(error => console.log(error.code));
