import './awaits_longer.mjs';
await null;
throw new Error('rejected after waiting');
