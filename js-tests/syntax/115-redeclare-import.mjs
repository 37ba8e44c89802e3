import { run } from './run.mjs';
const run = () => {};
