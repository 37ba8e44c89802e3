// The notification looks at each promise when its turn comes: a listener may handle the next one.
const p1 = Promise.reject(1), p2 = Promise.reject(2), p3 = Promise.reject(3);
onunhandledrejection = event => {
  console.log('unhandledrejection', event.reason);
  event.preventDefault();
  if (event.reason === 1) p2.catch(reason => console.log('caught', reason));
};
onrejectionhandled = event => console.log('rejectionhandled', event.reason);
setTimeout(() => setTimeout(() => console.log('end'), 0), 0);
