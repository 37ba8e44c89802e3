// Modules that wait for others that await: their errors, cycles, and the order in which they are evaluated.
for (const name of ['throws', 'imports_throws', 'rejects', 'cycle', 'cycle_throws', 'order', 'throws']) {
  console.log(`-- ${name}`);
  await import(`../../waiting/${name}.mjs`).catch(error => console.log(error.message));
  await new Promise(resolve => setTimeout(resolve));
}
