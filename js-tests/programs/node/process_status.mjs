// What the system knows about the process.
import process from 'node:process';

if (process.platform === 'linux') {
  const { rss, heapTotal, heapUsed } = process.memoryUsage();
  if (!(rss > 0 && heapUsed > 0 && heapUsed <= heapTotal)) throw new Error('memoryUsage');
  for (const id of [process.getuid(), process.getegid(), ...process.getgroups()]) {
    if (!Number.isInteger(id)) throw new Error(`an id is ${id}`);
  }
}
console.log('known');
