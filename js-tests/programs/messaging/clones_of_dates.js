// args: --virtual-time
// Cloning a date does not read the clock. If it did, so many readings would make virtual time pass.
structuredClone(Array.from({ length: 150000 }, () => new Date(5)));
const before = performance.now();
const clones = structuredClone(Array.from({ length: 150000 }, () => new Date(5)));
console.log(clones[9].getTime(), performance.now() - before);
