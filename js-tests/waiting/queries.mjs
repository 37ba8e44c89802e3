// Several modules of a file in a cycle.
import './queries_second.mjs';
import './awaits.mjs?5';
console.log('a module with the query', new URL(import.meta.url).search);
