// args: --test-host
// Observable 10: the number of queues does not grow with the number of tasks, and queues are freed.
(async () => {
  const n = 100000;
  const shared = new TaskController({ priority: 'background' });
  let all = [];
  for (let i = 0; i < n; i++) all.push(scheduler.postTask(() => i, { signal: shared.signal }));
  const queues = testHost.queueCount();
  for (const priority of ['user-blocking', 'user-visible', 'background', 'user-visible']) shared.setPriority(priority);
  console.log('queues for one signal beyond the six fixed ones:', queues - 6);
  console.log('results:', (await Promise.all(all)).every((value, i) => value === i));
  console.log('queues left when the tasks have run:', testHost.queueCount() - 6);

  all = [];
  const order = [], controllers = [];
  for (let i = 0; i < 20000; i++) {
    const controller = new TaskController({ priority: ['user-blocking', 'user-visible', 'background'][i % 3] });
    controllers.push(controller);
    all.push(scheduler.postTask(() => order.push(i), { signal: controller.signal }));
  }
  for (let i = 0; i < 20000; i += 7) controllers[i].setPriority('background');
  await Promise.all(all);
  const rank = i => i % 7 === 0 ? 2 : i % 3;
  console.log('order:', order.every((x, i) =>
    i === 0 || rank(order[i - 1]) < rank(x) || (rank(order[i - 1]) === rank(x) && order[i - 1] < x)));
  console.log('queues left:', testHost.queueCount() - 6);
})();
