// Modules: imports, top-level await, import(), import.meta.url, cycles, JSON.
import { value, bump } from '../../modules/a.mjs';
import * as ns from '../../modules/a.mjs';
import data from '../../modules/data.json' with { type: 'json' };
const { url } = import.meta;
console.log(value, ns.value, data.list.length, url.startsWith('file:///'), url.endsWith('/module.mjs'));
bump(); console.log(value);
const dynamic = await import('../../modules/b.mjs');
console.log(dynamic.name, (await import('../../modules/../modules/b.mjs')) === dynamic);
await scheduler.yield();
console.log('after a yield', typeof this);
for (const specifier of ['lodash', 'https://example.org/x.mjs', './missing.mjs', '../../modules/broken.mjs'])
  await import(specifier).catch(e => console.log(e.name, e.message));
const { default: half } = await import('../../modules/surrogate.json', { with: { type: 'json' } });
console.log(half.text.charCodeAt(0).toString(16));
await import('../../modules/data.json').catch(e => console.log(e.name));
await import('../../modules/data.json', { with: { type: 'css' } }).catch(e => console.log(e.name, e.message));
console.log(scriptArgs.join('|'));
