// needs: intent
// depth: 2
// fails: both replicas miss the deadline of 30 ms: one is at least 10 ms late and the other at least 5 ms; the
//   three timers belong to different groups.
const controller = new AbortController();
const deadline = AbortSignal.timeout(30);

const near = scheduler.postTask(() => 'near', { delay: 21, signal: controller.signal });
const far = new Promise(resolve => setTimeout(resolve, 26, 'far'));
const tooLate = new Promise((_, reject) => {
  deadline.addEventListener('abort', () => reject(new Error('no replica answered within 30 ms')));
});
async function query() {
  const winner = await Promise.race([near, far, tooLate]);
  controller.abort();
  return winner;
}
near.catch(() => {});
tooLate.catch(() => {});
query().then(winner => console.log(`answered by the ${winner} replica`));
