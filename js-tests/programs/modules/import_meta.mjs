// import.meta.resolve and the properties of Node.
const base = import.meta.url.replace(/[^/]*$/, '');
const show = specifier => {
  try {
    console.log(String(specifier), import.meta.resolve(specifier).replace(base, ''));
  } catch (error) {
    console.log(String(specifier), error.name, error.message);
  }
};
console.log(Object.keys(import.meta).join(), import.meta.resolve.name, import.meta.resolve.length);
console.log(import.meta.filename.endsWith('import_meta.mjs'), import.meta.filename.startsWith(import.meta.dirname));
const urls = ['./absent.mjs', './a/../b.mjs?x#y', 'https://example.com/a', 'data:text/javascript,1'];
for (const specifier of [...urls, 'node:assert', 'absent', './import_meta.mjs']) show(specifier);
show();
show({ toString: () => './object.mjs' });
try { import.meta.resolve(Symbol()); } catch (error) { console.log(error.name); }
try { new import.meta.resolve('./a'); } catch (error) { console.log(error.name); }
const { resolve } = import.meta;
console.log(resolve('./free.mjs').endsWith('/free.mjs'));
console.log((await import(import.meta.resolve('../../modules/a.mjs'))) === (await import('../../modules/a.mjs')));
