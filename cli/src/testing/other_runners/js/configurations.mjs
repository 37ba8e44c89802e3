// Loads the files of configurations. What plugins and presets do is left out.

import modules from 'posttask:modules';
import { folderOf } from './paths';

/** Plugins that have nothing to do here, unless they have options: what they compile is compiled anyway. */
const UNNECESSARY = [
  '@vitejs/plugin-react',
  '@vitejs/plugin-react-swc',
  '@vitejs/plugin-vue',
  '@sveltejs/vite-plugin-svelte',
  '@testing-library/svelte/vite',
];

/** Whether a value of a configuration is an object, and not a list. */
export const isPlain = value => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The packages of what stands for their exports. */
const stubs = new Map();

/** The package that has made a value of a configuration, and does not run. */
export const makerOf = value => stubs.get(value);

/** What stands for the plugins that a module exports, which do not run, and for what makes them. */
function pluginOf(specifier) {
  const plugin = new Proxy(function () {}, {
    get(_, key) {
      // A promise may be resolved with it.
      if (key === 'then') return undefined;
      return key === Symbol.toPrimitive ? () => 'plugin' : plugin;
    },
    apply: (_, __, options) => (UNNECESSARY.includes(specifier) && options.length === 0 ? undefined : plugin),
  });
  stubs.set(plugin, specifier);
  return plugin;
}

/** Packages that configurations can use. Others are plugins and presets. */
const USED = /^(node:|vitest\/config$|vite$|(path|url|fs|os|process|module)(\/|$))/;

/** Replaces what a configuration imports, and what the files that it imports do: plugins, and JSON. */
function replaceImports(path, seen = new Set()) {
  if (seen.has(path)) return;
  seen.add(path);
  for (const [specifier, ...names] of modules.importsOf(path)) {
    if (USED.test(specifier)) continue;
    const found = pathOf(specifier, path);
    if (!/^[./]/.test(specifier)) {
      const plugin = pluginOf(specifier);
      const stub = Object.fromEntries(['default', ...names].map(name => [name, plugin]));
      for (const name of [specifier, found]) if (name) modules.mockModule(name, () => stub);
    } else if (found?.endsWith('.json')) {
      const value = JSON.parse(modules.readFile(found));
      modules.mockModule(found, () => ({ ...value, default: value }));
    } else if (found) {
      replaceImports(found, seen);
    }
  }
}

/** The path of a module, if it is there. */
export function pathOf(specifier, importer) {
  try {
    return modules.realPath(specifier, importer);
  } catch {
    return undefined;
  }
}

/** Loads the configuration of a runner from a file. */
export async function load(runner, path) {
  if (runner === 'mocha' && !/\.[cm]?js$/.test(path)) return parsed(path);
  if (path.endsWith('.json')) return (await import(path, { with: { type: 'json' } })).default;
  replaceImports(path);
  globalThis.__dirname = folderOf(path);
  globalThis.__filename = path;
  // Configurations run in Node. Most of them do not need it.
  if (/\bprocess\b|\brequire\b/.test(modules.readFile(path))) await import('node:process');
  const { default: config } = await import(path);
  return resolved(config);
}

/** A configuration may be a function, or a promise. */
export const resolved = config =>
  typeof config === 'function' && !makerOf(config)
    ? config({ mode: 'test', command: 'serve', isPreview: false })
    : config;

/** A configuration of Mocha in YAML, or in JSON, which may have comments. */
async function parsed(path) {
  const text = modules.readFile(path);
  if (!/\.ya?ml$/.test(path)) return new Function(`return (${text}\n)`)();
  const yaml = await import('js-yaml').catch(() => undefined);
  if (!yaml) throw new Error('YAML is read by the package js-yaml: npm install --save-dev js-yaml');
  return (yaml.default ?? yaml).load(text);
}
