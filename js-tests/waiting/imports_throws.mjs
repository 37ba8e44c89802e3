import './throws.mjs';
console.log('is not evaluated');
