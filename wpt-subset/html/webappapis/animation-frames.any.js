// META: title=Animation frames
promise_test(async () => {
  const order = [];
  const time = await new Promise(resolve => {
    requestAnimationFrame(() => order.push('first'));
    const canceled = requestAnimationFrame(() => order.push('canceled'));
    requestAnimationFrame(now => {
      order.push('last');
      resolve(now);
    });
    cancelAnimationFrame(canceled);
  });
  assert_array_equals(order, ['first', 'last']);
  assert_less_than_equal(time, performance.now());
}, 'Callbacks of a frame run in order, unless they are canceled');

promise_test(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const [first, second] = [await frame(), await frame()];
  assert_greater_than(second, first);
}, 'A callback that is requested in a frame waits for the next one');
