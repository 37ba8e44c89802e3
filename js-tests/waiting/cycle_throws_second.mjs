import './cycle_throws.mjs';
import './awaits_longer.mjs?2';
console.log('the second module before the first one throws');
