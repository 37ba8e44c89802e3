// needs: intent
// depth: 1
// fails: a worker looks at a job of the other one, asks, and takes it later, although it may be gone by then.
const answer = value => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  port2.postMessage(value);
});
const jobs = { a: ['a1', 'a2'], b: ['b1'] };
const done = [];
async function work(own, other) {
  for (;;) {
    if (jobs[own].length > 0) {
      done.push(jobs[own].shift());
      await answer('worked');
    } else if (jobs[other].length > 0) {
      const job = jobs[other].at(-1);
      await answer('may I?');
      jobs[other].pop();
      done.push(job);
    } else {
      return;
    }
  }
}
Promise.all([work('a', 'b'), work('b', 'a')]).then(() => {
  if (new Set(done).size < done.length) throw new Error(`done twice: ${done}`);
});
