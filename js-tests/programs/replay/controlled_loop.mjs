// args: --virtual-time
// The event loop of replays, with this event loop as its host.
import { ControlledLoop, isSameLine } from '../../../cli/src/commands/replay/js/controlled_loop.mjs';

/** Runs a program that schedules work with the loop, and prints what happens. */
function run(name, recording, program) {
  return new Promise(resolve => {
    let place, ran = 0;
    const host = {
      nextTurn: callback => setTimeout(callback),
      waits() { setTimeout(() => resolve(loop.end()), 10); },
      fail: message => resolve(console.log(`${name}: ${message}`)),
      callbackThrows: () => console.log(`${name}: thrown`),
      place: () => place,
    };
    const loop = new ControlledLoop(recording, host);
    loop.onStep = at => console.log(`${name}: step at ${at}`);
    const schedule = (kind, where, ...calls) => {
      place = where;
      return loop.schedule(kind, function* () {
        for (const call of calls) yield call;
        if (++ran === recording.steps.length) resolve(console.log(`${name}: done`));
      });
    };
    program(schedule, loop);
  });
}

const say = text => () => {
  console.log(text);
  Promise.resolve().then(() => console.log(`${text}: microtask`));
};

const two = {
  work: [{ kind: 'task', place: 'a.js:1:1' }, { kind: 'message', place: 'a.js:2:1' }],
  steps: [{ work: 1, at: 0, scheduled: 2, printed: 0 }, { work: 0, at: 5, scheduled: 2, printed: 0 }],
};

await run('recorded order', two, schedule => {
  schedule('task', 'a.js:1:9', say('task'));
  schedule('message', 'a.js:2:9', say('first listener'), say('second listener'));
});
await run('another line', two, schedule => schedule('task', 'file:///x/a.js:3:9'));
await run('one too many', two, schedule => {
  schedule('task', 'a.js:1:9');
  schedule('task', 'a.js:1:9');
});
await run('another kind', two, schedule => schedule('setTimeout', 'a.js:1:9'));
await run('nothing', two, (schedule, loop) => loop.wake());
await run('too little', two, schedule => schedule('task', 'a.js:1:9'));
await run('canceled', two, (schedule, loop) => {
  schedule('task', 'a.js:1:9');
  loop.cancel(schedule('message', 'a.js:2:9'));
});
await run('printed', two, (schedule, loop) => {
  schedule('task', 'a.js:1:9');
  schedule('message', 'a.js:2:9');
  loop.printed();
});
await run('stopped', two, (schedule, loop) => loop.stop('a stream'));

console.log(
  isSameLine('a.js:1:2', 'file:///x/a.js:1:7'), isSameLine('../lib/a.js:1:2', '/x/lib/a.js:1:7'),
  isSameLine('<anonymous>:1:2', '/x/a.js:9:7'), isSameLine('a.js:1:2', '/x/ba.js:1:7'),
  isSameLine('a.js:1:2', '/x/a.js:2:2'),
);
