// The format of a file depends on its name, its package, its text and its role.
import './module/plain.js';
import './commonjs/plain.js';
import './plain.js';
for (const file of ['module/required.cjs', 'commonjs/exporting.js', 'commonjs/assigning.js', 'commonjs/module.mjs']) {
  console.log(file, '-', (await import(`./${file}`)).from);
}
