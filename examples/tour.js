// A tour: priorities, a change of priority, an abort, and yielding.
//   cargo run --release -- run examples/tour.js

const say = text => console.log(`${String(Math.round(performance.now())).padStart(5)} ms  ${text}`);
const work = milliseconds => { const end = performance.now() + milliseconds; while (performance.now() < end); };

// 1. Priorities: tasks are posted in one order and run in another.
scheduler.postTask(() => say('background: the least urgent'), { priority: 'background' });
scheduler.postTask(() => say('user-visible: the default'));
scheduler.postTask(() => say('user-blocking: first'), { priority: 'user-blocking' });
setTimeout(() => say('a timer: ordered by age among the user-visible tasks'), 0);

// 2. A change of priority: one call moves all tasks of the signal, and they keep their order.
const thumbnails = new TaskController({ priority: 'background' });
thumbnails.signal.addEventListener('prioritychange', event =>
  say(`thumbnails: ${event.previousPriority} -> ${event.target.priority}`));
for (const name of ['cat', 'dog']) {
  scheduler.postTask(() => say(`thumbnail of a ${name}`), { signal: thumbnails.signal });
}
scheduler.postTask(() => thumbnails.setPriority('user-blocking'), { priority: 'user-blocking' });

// 3. An abort: the promise rejects with the reason, and the task never runs.
const search = new TaskController();
scheduler.postTask(() => say('this never runs'), { signal: search.signal, delay: 1000 })
  .catch(reason => say(`search aborted: ${reason}`));
scheduler.postTask(() => search.abort('the user typed another letter'), { delay: 20 });

// 4. Yielding: long work in slices. It keeps its priority and its place, but more urgent tasks run in between.
scheduler.postTask(async () => {
  for (let slice = 1; slice <= 3; slice++) {
    say(`long work, slice ${slice} of 3`);
    work(15);
    if (slice === 2) scheduler.postTask(() => say('something urgent runs in between'), { priority: 'user-blocking' });
    await scheduler.yield();
  }
  say('long work is done');
}, { priority: 'user-visible', delay: 50 });
