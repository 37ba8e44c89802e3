// An order that is cancelled if it is not paid in time. A payment that comes too late is refused.
const order = { state: 'open' };

AbortSignal.timeout(25).addEventListener('abort', () => {
  if (order.state === 'open') order.state = 'cancelled';
});

function pay(order) {
  setTimeout(() => {
    if (order.state !== 'open') {
      console.log(`refused the payment: the order is ${order.state}`);
      return;
    }
    order.state = 'paid';
    console.log('paid');
  }, 20);
}

pay(order);
