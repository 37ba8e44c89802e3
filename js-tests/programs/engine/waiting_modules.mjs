// Modules that wait for others that await: their errors, cycles, and the order in which they are evaluated.
for (const name of ['throws', 'imports_throws', 'rejects', 'cycle', 'cycle_throws', 'order', 'queries', 'throws']) {
  console.log(`-- ${name}`);
  await import(`../../waiting/${name}.mjs`).catch(error => console.log(error.message));
  await new Promise(resolve => setTimeout(resolve));
}

console.log('-- a module that others wait for when it is imported again');
const first = import('../../waiting/overlapping_first.mjs');
await new Promise(resolve => setTimeout(resolve));
const second = import('../../waiting/overlapping_second.mjs');
await Promise.allSettled([first, second]);
await second.catch(error => console.log(error.message));
