// Runs tasks of the given labels and resolves to the order in which they ran.
const PRIORITIES = ['user-blocking', 'user-visible', 'background'];

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

// The priority that a continuation of `options` has: it comes just before the first task of its own priority.
async function continuationPriority(options) {
  const ran = [];
  const tasks = PRIORITIES.map(priority => scheduler.postTask(() => { ran.push(priority); }, { priority }));
  await scheduler.yield(options);
  const priority = PRIORITIES[ran.length];
  await Promise.all(tasks);
  return priority;
}
