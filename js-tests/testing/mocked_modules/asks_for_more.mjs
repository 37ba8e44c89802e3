export { missing } from './dependency.mjs';
