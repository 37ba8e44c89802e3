import { all } from './errors.mjs';
for (const [name, make] of all) {
  setTimeout(() => {
    console.error(`# ${name}`);
    throw make();
  });
}
