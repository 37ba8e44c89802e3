// needs: intent
// depth: 1
// fails: the payment timer (20 ms) is 6 ms or more late, so the abort timeout (25 ms), a timer of another
//   group, fires before it.
const order = { state: 'open' };
const signal = AbortSignal.timeout(25);
signal.addEventListener('abort', () => {
  if (order.state === 'open') order.state = 'cancelled';
});

function pay(order) {
  setTimeout(() => {
    if (order.state !== 'open') throw new Error(`paid for an order that is ${order.state}`);
    order.state = 'paid';
  }, 20);
}
pay(order);
