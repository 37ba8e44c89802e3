import { all } from './errors.mjs';
for (const [name, make] of all) {
  console.error(`# ${name}`);
  reportError(make());
}
