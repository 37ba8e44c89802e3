// correct: a continuation runs before older tasks of its own priority and after those of a higher one
//   (Scheduling APIs, effective priority).
const ran = [];

async function work(label, priority) {
  ran.push(`${label} starts`);
  scheduler.postTask(() => ran.push(`${label} helper`), { priority });
  await scheduler.yield();
  ran.push(`${label} goes on`);
}
async function main() {
  const post = (label, priority) => scheduler.postTask(() => work(label, priority), { priority });
  await Promise.all([post('low', 'background'), post('first', 'user-visible'), post('second', 'user-visible')]);
  const expected =
    'first starts,first goes on,second starts,second goes on,first helper,second helper,low starts,low goes on';
  if (ran.join() !== expected) throw new Error(ran.join());
}
main();
