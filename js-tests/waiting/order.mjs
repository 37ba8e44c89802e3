import './order_third.mjs';
import './order_fourth.mjs';
console.log('fifth');
