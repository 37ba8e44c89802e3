const PRIORITIES = ['user-blocking', 'user-visible', 'background'];

// Posts tasks with labels. `finish` resolves to the labels in the order in which the tasks ran.
class Order {
  ran = [];
  pending = [];
  post(label, options) {
    this.pending.push(scheduler.postTask(() => { this.ran.push(label); }, options));
  }
  async finish() {
    await Promise.allSettled(this.pending);
    return this.ran.join(' ');
  }
}

// Returns the priority of a continuation with `options`: it runs just before the first task of the same priority.
async function continuationPriority(options) {
  const ran = [];
  const tasks = PRIORITIES.map(priority => scheduler.postTask(() => { ran.push(priority); }, { priority }));
  await scheduler.yield(options);
  const priority = PRIORITIES[ran.length];
  await Promise.all(tasks);
  return priority;
}
