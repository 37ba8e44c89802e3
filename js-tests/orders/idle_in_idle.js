// always: first<second, first<timer
// A callback that is requested in an idle period waits for another period, which may start although a timer is late.
requestIdleCallback(() => {
  console.log('first');
  setTimeout(() => console.log('timer'));
  requestIdleCallback(() => console.log('second'));
});
