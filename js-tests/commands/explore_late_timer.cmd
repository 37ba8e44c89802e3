explore --jobs 1 -
const start = performance.now();
setTimeout(() => { if (performance.now() - start > 12) throw new Error('too late'); }, 8);
