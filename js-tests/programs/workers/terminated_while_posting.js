// args: --virtual-time
// A worker is terminated while it posts: messages that have arrived are not delivered any more, and nothing is left.
const script = run => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const worker = new Worker(script(() => {
  let last = 0;
  const post = () => { for (let i = 0; i < 100; i++) postMessage(++last); setTimeout(post); };
  post();
}));
let count = 0;
worker.onmessage = ({ data }) => {
  count++;
  if (data < 150) return;
  console.log(`terminated after ${data}`);
  worker.terminate();
  worker.terminate();
  worker.postMessage('nobody listens');
  setTimeout(() => console.log(`${count} messages`), 100);
};
