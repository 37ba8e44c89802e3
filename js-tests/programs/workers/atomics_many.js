// args: --virtual-time
// Many workers wait at the same time, each on its own stack, and one of them recurses too deeply.
const script = `
const deep = n => 1 + deep(n + 1);
onmessage = ({ data: [shared, number] }) => {
  postMessage(number);
  const results = [Atomics.wait(shared, number, 0)];
  setTimeout(() => { if (number % 20 === 0) deep(0); });
  results.push([1].map(() => Atomics.wait(shared, 0, 0, number))[0]);
  postMessage(results.join(' '));
  setTimeout(close);
}`;
const shared = new Int32Array(new SharedArrayBuffer(4 * 61)), ended = [];
let ready = 0;
for (let number = 1; number <= 60; number++) {
  const worker = new Worker(`data:text/javascript,${encodeURIComponent(script)}`);
  worker.onmessage = ({ data }) => {
    if (typeof data === 'string') {
      ended.push(number);
      if (number % 20 === 0) console.log(number, data, performance.now());
      if (ended.length === 60) console.log(...ended);
    } else if (++ready === 60) {
      // The last ones first. Garbage of one agent is collected while the others wait.
      for (let n = 60; n > 0; n--) Atomics.notify(shared, n);
    }
  };
  worker.onerror = event => { event.preventDefault(); console.log(number, event.message); };
  worker.postMessage([shared, number]);
}
