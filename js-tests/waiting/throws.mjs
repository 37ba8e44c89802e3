import './awaits.mjs';
throw new Error('thrown after waiting');
