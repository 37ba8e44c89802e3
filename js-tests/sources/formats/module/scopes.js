import plain from 'plain';
import { spaces } from '../plus%2Bsign.mjs';
console.log(plain, '/', spaces);
await import('./plain.js?query').catch(error => console.log(String(error)));
await import('lodash/nope').catch(error => console.log(String(error)));
await import('plain/nope').catch(error => console.log(String(error)));
await import('@/alias.js').catch(error => console.log(String(error)));
