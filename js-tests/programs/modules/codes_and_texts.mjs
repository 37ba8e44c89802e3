// The codes of failed imports, and modules that are not JavaScript.
import data from '../../modules/data.json';
import raw from '../../modules/data.json?raw';
import text from '../../modules/data.json' with { type: 'text' };

console.log(data, raw === text, typeof raw);
for (const specifier of ['./none.js', 'none', 'node:none', '#none', 'none/at/all', './a.bin?raw']) {
    await import(specifier).catch(error => console.log(specifier, error.name, error.code));
}
