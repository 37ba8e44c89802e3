import './cycle.mjs';
import './awaits.mjs?1';
import { ready } from './awaits_longer.mjs?1';
console.log('the second module of the cycle:', ready);
