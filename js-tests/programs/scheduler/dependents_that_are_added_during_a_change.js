// args: --virtual-time
// While the priority of a signal changes, a listener creates a signal that depends on a dependent signal whose turn has
// not come: the new signal follows the source nevertheless.
const source = new TaskController({ priority: 'background' });
const first = TaskSignal.any([], { priority: source.signal });
const second = TaskSignal.any([], { priority: source.signal });
const added = [];
first.onprioritychange = () => {
  const signal = TaskSignal.any([], { priority: second });
  signal.onprioritychange = event => console.log('added', event.previousPriority, signal.priority);
  added.push(signal);
  console.log('first', first.priority, second.priority, signal.priority);
};
second.onprioritychange = () => console.log('second', second.priority, added[0].priority);
source.setPriority('user-blocking');
console.log(added.map(signal => signal.priority).join());
scheduler.postTask(() => console.log('user-visible'));
scheduler.postTask(() => console.log('of the added signal'), { signal: added[0] });
