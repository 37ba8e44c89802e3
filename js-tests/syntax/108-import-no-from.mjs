import a from './a.mjs';
import { b } './b.mjs';
