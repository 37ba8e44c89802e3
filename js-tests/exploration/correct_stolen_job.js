// correct: A worker takes a job before it asks.
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
      const job = jobs[other].pop();
      await answer('may I?');
      done.push(job);
    } else {
      return;
    }
  }
}
Promise.all([work('a', 'b'), work('b', 'a')]).then(() => {
  if (new Set(done).size < done.length) throw new Error(`done twice: ${done}`);
});
