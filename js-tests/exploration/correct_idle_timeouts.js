// correct: the timeouts of idle callbacks complete in the order of the time of the request plus the timeout, not of the
//   requests (requestIdleCallback, step 6.2)
let early = false;
requestIdleCallback(deadline => {
  if (deadline.didTimeout && !early) throw new Error('the timeout after 20 ms came before the one after 5 ms');
}, { timeout: 20 });
requestIdleCallback(() => { early = true; }, { timeout: 5 });
setTimeout(() => {}, 3);
