// Compiles components with the packages that the user has installed, as the plugins of Vite for them do in tests: code
// for browsers and for development, without styles.

import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, relative } from 'node:path';

/** By the path of a module: its exports. */
const loaded = new Map();

/** Loads the first of these modules that the project of a component has. */
function load(path, specifiers, packageName) {
  const require = createRequire(path);
  for (const specifier of specifiers) {
    let found;
    try {
      found = require.resolve(specifier);
    } catch {
      continue;
    }
    if (!loaded.has(found)) loaded.set(found, require(found));
    return loaded.get(found);
  }
  throw new Error(`the component needs the package ${packageName}: npm install --save-dev ${packageName}`);
}

/** Throws the first error, with its place in the component. */
function refuse(errors) {
  const [error] = errors ?? [];
  if (error === undefined) return;
  const { start } = error.loc ?? {};
  throw new Error(`${error.message ?? error}${start ? ` (${start.line}:${start.column})` : ''}`);
}

const linesOf = text => text.split('\n').length - 1;

/** Returns code with its source map in the last line. `parts` are pieces of code, and their maps if they have one. */
function withMap(parts) {
  const code = parts.map(part => `${part.code}\n`).join('');
  let line = 0;
  const sections = [];
  for (const part of parts) {
    if (part.map) sections.push({ offset: { line, column: 0 }, map: part.map });
    line += linesOf(part.code) + 1;
  }
  const map = Buffer.from(JSON.stringify({ version: 3, sections })).toString('base64');
  return `${code}//# sourceMappingURL=data:application/json;base64,${map}`;
}

const files = {
  fileExists: path => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false,
  readFile: path => readFileSync(path, 'utf8'),
};

/** A component of Vue 3: https://vuejs.org/api/sfc-spec.html. */
function vue(path, text) {
  const compiler = load(path, ['vue/compiler-sfc', '@vue/compiler-sfc'], '@vue/compiler-sfc');
  if (!compiler.compileScript || !compiler.rewriteDefault) throw new Error('only components of Vue 3 are compiled');
  const { descriptor, errors } = compiler.parse(text, { filename: path, sourceMap: true });
  refuse(errors);
  const { script, scriptSetup, template, styles } = descriptor;
  if (template?.lang && template.lang !== 'html') {
    throw new Error(`<template lang="${template.lang}"> is not supported: preprocessors do not run`);
  }
  for (const block of [script, template]) {
    if (block?.src) throw new Error(`a block with src="${block.src}" is not supported: write it in the component`);
  }
  const id = createHash('sha256').update(path).digest('hex').slice(0, 8);
  const language = (scriptSetup ?? script)?.lang;
  if (/x$/.test(language)) throw new Error(`lang="${language}" is not supported: JSX of Vue needs Babel`);
  const plugins = language === 'ts' ? ['typescript'] : [];
  const scoped = styles.some(style => style.scoped);
  const compiled =
    (script || scriptSetup) && compiler.compileScript(descriptor, { id, inlineTemplate: false, fs: files });
  const code = compiled ? compiler.rewriteDefault(compiled.content, '_sfc_main', plugins) : 'const _sfc_main = {}';
  const parts = [{ code, map: compiled?.map }];
  const properties = [`__file: ${JSON.stringify(path)}`];
  if (template) {
    parts.push(rendering(compiler, descriptor, { id, path, scoped, plugins, bindings: compiled?.bindings }));
    properties.push('render: _sfc_render');
  }
  if (scoped) properties.push(`__scopeId: 'data-v-${id}'`);
  const modules = styles.filter(style => style.module).map(style => (style.module === true ? '$style' : style.module));
  if (modules.length > 0) properties.push(`__cssModules: { ${modules.map(name => `${name}: ${classes(id)}`)} }`);
  parts.push({ code: `export default Object.assign(_sfc_main.__vccOpts ?? _sfc_main, { ${properties.join(', ')} })` });
  return withMap(parts);
}

/** The classes of a style sheet that is not compiled: each name stands for itself, with a suffix, as in Vitest. */
const classes = id => `new Proxy(Object.create(null), { get: (_, name) => \`_\${String(name)}_${id.slice(0, 6)}\` })`;

/** The function `_sfc_render` of a template. */
function rendering(compiler, descriptor, { id, path, scoped, plugins, bindings }) {
  const { template, slotted } = descriptor;
  const { code, map, errors } = compiler.compileTemplate({
    id,
    filename: path,
    source: template.content,
    ast: template.ast,
    inMap: template.map,
    scoped,
    slotted,
    isProd: false,
    transformAssetUrls: { base: `/${relative(process.cwd(), dirname(path))}/` },
    compilerOptions: {
      scopeId: scoped ? `data-v-${id}` : undefined,
      bindingMetadata: bindings,
      expressionPlugins: plugins,
    },
  });
  refuse(errors);
  return { code: code.replace(/\nexport (function|const) render/, '\n$1 _sfc_render'), map };
}

/** A component of Svelte, or a module with runes. */
function svelte(path, text) {
  if (path.endsWith('.ts')) throw new Error('modules with runes in TypeScript are not supported: write JavaScript');
  const { compile, compileModule, VERSION } = load(path, ['svelte/compiler'], 'svelte');
  const options = { filename: path, generate: Number.parseInt(VERSION) < 5 ? 'dom' : 'client', dev: true };
  if (!path.endsWith('.svelte')) return withMap([jsOf(compileModule(text, options))]);
  // Styles have no effect in tests, and may be in a language that Svelte does not know.
  const plain = text.replace(/<style[^>]*\blang=[^]*?<\/style>/g, style => style.replace(/[^\n]/g, ' '));
  return withMap([jsOf(compile(plain, { ...options, css: 'external' }))]);
}

const jsOf = ({ js: { code, map } }) => ({ code, map: { ...map, file: undefined } });

/** Returns whether a component is valid, and its code or a message. */
globalThis.compileComponent = (path, text) => {
  try {
    return [true, path.endsWith('.vue') ? vue(path, text) : svelte(path, text)];
  } catch (error) {
    const { start, message } = error ?? {};
    const place = start?.line ? ` (${start.line}:${start.column + 1})` : '';
    return [false, `${(message ?? String(error)).replace(/\nhttps:\S+$/, '')}${place}`];
  }
};
