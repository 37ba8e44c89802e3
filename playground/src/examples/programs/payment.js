// An order that is cancelled if it is not paid in time. The payment is always in time: 20 is less than 25.
const order = { state: 'open' };

AbortSignal.timeout(25).addEventListener('abort', () => {
  if (order.state === 'open') order.state = 'cancelled';
});

function pay(order) {
  setTimeout(() => {
    if (order.state !== 'open') throw new Error(`paid for an order that is ${order.state}`);
    order.state = 'paid';
    console.log('paid');
  }, 20);
}

pay(order);
