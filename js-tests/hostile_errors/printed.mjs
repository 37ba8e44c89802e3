import { all } from './errors.mjs';
for (const [name, make] of all) {
  console.log(`# ${name}`);
  console.log(make());
  console.log('%s %o %d', make(), [make()], make());
  console.dir({ error: make() }, { depth: 0 });
}
