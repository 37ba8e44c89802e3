// always: first<second
// Timeouts of signals wait for each other, and not for other timers.
AbortSignal.timeout(3).onabort = () => console.log('first');
AbortSignal.timeout(4).onabort = () => console.log('second');
setTimeout(() => console.log('timer'), 9);
