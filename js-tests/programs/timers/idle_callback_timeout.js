// An idle callback with a timeout runs even if the event loop is never idle.
let busy = true;
requestIdleCallback(deadline => {
  busy = false;
  console.log('timed out:', deadline.didTimeout, deadline.timeRemaining());
}, { timeout: 5 });
requestIdleCallback(() => console.log('without a timeout it waits for an idle period'));
(function again() { if (busy) scheduler.postTask(again, { priority: 'background' }); })();
