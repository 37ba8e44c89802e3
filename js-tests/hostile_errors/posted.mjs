import { all } from './errors.mjs';
for (const [name, make] of all) {
  scheduler.postTask(() => {
    console.error(`# ${name}`);
    throw make();
  });
  await new Promise(resolve => setTimeout(resolve, 1));
}
