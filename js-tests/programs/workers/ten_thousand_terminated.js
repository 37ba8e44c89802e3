// args: --virtual-time
// Ten thousand workers, of which each is terminated before the next one is created.
for (let i = 0; i < 10_000; i++) new Worker('data:text/javascript,postMessage(1)').terminate();
const last = new Worker('data:text/javascript,postMessage(1)', { name: 'last' });
last.onmessage = ({ data }) => { console.log(data); last.terminate(); };
