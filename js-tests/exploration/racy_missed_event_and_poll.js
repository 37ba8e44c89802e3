// needs: intent
// depth: 2
// fails: the message runs before the user-visible task that listens, and the poll (20 ms) is so late that
//   polling stops (30 ms, started earlier, so it need not wait); the module stays pending.
const jobs = [];
const arrivals = new EventTarget();
const { port1, port2 } = new MessageChannel();

port1.onmessage = event => {
  jobs.push(event.data);
  arrivals.dispatchEvent(new Event('job'));
};
const job = new Promise(resolve => {
  const take = () => { if (jobs.length > 0) resolve(jobs.shift()); };
  scheduler.postTask(() => arrivals.addEventListener('job', take));
  setTimeout(() => clearInterval(poll), 30);
  const poll = setInterval(take, 20);
});
port2.postMessage('resize');
console.log(await job);
