import './queries.mjs?first';
import './queries.mjs?second';
import './queries.mjs';
console.log('the module that imports it twice');
