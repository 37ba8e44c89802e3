import { all } from './errors.mjs';
for (const [name, make] of all) {
  console.error(`# ${name}`);
  Promise.reject(make());
  await scheduler.yield();
  await new Promise(resolve => setTimeout(resolve, 1));
}
