// args: --virtual-time
// A module worker in TypeScript, which starts another worker.
const worker = new Worker(new URL('../../workers/module.ts', import.meta.url), { type: 'module' });
worker.addEventListener('message', ({ data }) => console.log(data));
worker.postMessage({ value: 84 });
