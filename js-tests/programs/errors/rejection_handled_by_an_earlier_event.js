// Each promise is checked just before its event: a listener may have handled it in the meantime.
const p1 = Promise.reject(1), p2 = Promise.reject(2), p3 = Promise.reject(3);
onunhandledrejection = event => {
  console.log('unhandledrejection', event.reason);
  event.preventDefault();
  if (event.reason === 1) p2.catch(reason => console.log('caught', reason));
};
onrejectionhandled = event => console.log('rejectionhandled', event.reason);
setTimeout(() => setTimeout(() => console.log('end'), 0), 0);
