// correct: idle callbacks run in the order in which they were requested, within a period and across periods;
//   those requested during a period come after all others (Cooperative Scheduling of Background Tasks, start an
//   idle period, invoke idle callbacks).
const ran = [];
const expected = ['a', 'b', 'c', 'd', 'a again', 'c again', 'last'];

function run(name) {
  ran.push(name);
  if (name !== expected[ran.length - 1]) throw new Error(ran.join());
}
requestIdleCallback(() => { run('a'); requestIdleCallback(() => run('a again')); });
const cancelled = requestIdleCallback(() => run('cancelled'));
requestIdleCallback(() => run('b'));
requestIdleCallback(() => {
  run('c');
  requestIdleCallback(() => { run('c again'); requestIdleCallback(() => run('last')); });
});
requestIdleCallback(() => run('d'));
cancelIdleCallback(cancelled);
