import a from './a.mjs';
import b from b;
