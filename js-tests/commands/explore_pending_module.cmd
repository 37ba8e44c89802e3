explore --jobs 1 -
const target = new EventTarget();
setTimeout(() => target.dispatchEvent(new Event('ready')), 4);
await scheduler.postTask(() => {}, { delay: 2 });
await new Promise(resolve => target.addEventListener('ready', resolve));
