// always: two<five
// A timer only waits for earlier ones with the same or a shorter delay.
setTimeout(() => console.log('two'), 2);
setTimeout(() => console.log('five'), 5);
setTimeout(() => console.log('one'), 1);
