// args: --virtual-time
// A thousand workers, one after the other, and more at once than may run.
let count = 0;
function next() {
  if (count === 1000) return atOnce();
  const worker = new Worker('data:text/javascript,postMessage(1)');
  worker.onmessage = ({ data }) => {
    count += data;
    worker.terminate();
    next();
  };
}
function atOnce() {
  console.log(count, 'workers have answered');
  const workers = [];
  try {
    for (;;) workers.push(new Worker('data:text/javascript,'));
  } catch (error) {
    console.log(workers.length, error.name, error.message);
  }
  for (const worker of workers) worker.terminate();
  new Worker('data:text/javascript,postMessage("there is room again")').onmessage = ({ data }) => console.log(data);
}
next();
