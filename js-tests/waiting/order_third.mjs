import './order_second.mjs';
console.log('third');
