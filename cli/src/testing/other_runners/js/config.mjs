// The module `vitest/config`, and what posttask reads of the configurations of Vitest, Jest, Mocha and AVA.

import modules from 'posttask:modules';
import { isPlain, load, makerOf, pathOf } from './configurations';
import { millisecondsOf } from './durations';
import { isAbsolute } from './paths';
import { mergeConfig, projectsOf } from './projects';

const same = config => config;
export { same as defineConfig, same as defineProject, same as defineWorkspace, mergeConfig };

export const defaultInclude = ['**/*.{test,spec}.?(c|m)[jt]s?(x)'];
export const defaultExclude = ['**/node_modules/**', '**/.git/**'];
export const coverageConfigDefaults = { exclude: [], extension: ['.js', '.ts'], reporter: ['text'] };
export const configDefaults = { exclude: defaultExclude, include: defaultInclude, coverage: coverageConfigDefaults };

/** The variables of the `.env` files in a folder, as `import.meta.env` has them. */
export const loadEnv = (mode, folder, prefixes = 'VITE_') =>
  Object.fromEntries(modules.variables(folder, mode, list(prefixes)));

export default { defineConfig: same, defineProject: same, mergeConfig, configDefaults };

/** The conditions of packages. Outside of production, Vite has one for development. */
const conditionsOf = ({ conditions = ['development|production'] }) =>
  list(conditions)
    .filter(it => typeof it === 'string')
    .map(it => (it === 'development|production' ? 'development' : it));

/** Constants that Vitest removes. */
const IGNORED = ['import.meta.vitest', 'process', 'process.env', 'global'];

/** The prefixes of constants that are variables of the environment in Vitest. */
const OF_ENV = /^(?:import\.meta|process)\.env\./;

/**
 * What Vitest makes of the constants that Vite inserts into programs: variables of the environment, and globals. What
 * has a dot in its name, or is not JSON, is only inserted.
 */
function constantsOf({ define = {} }) {
  const constants = { variables: {}, globals: {}, notes: [] };
  for (const [name, given] of Object.entries(define)) {
    if (IGNORED.includes(name)) continue;
    const value = typeof given === 'string' ? valueOf(given) : given;
    if (value === undefined) constants.notes.push(`define of ${name}`);
    else if (OF_ENV.test(name)) constants.variables[name.replace(OF_ENV, '')] = String(value);
    else if (name.includes('.')) constants.notes.push(`define of ${name}`);
    else constants.globals[name] = value;
  }
  return constants;
}

function valueOf(json) {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** What `import.meta.env` is made of. */
function viteOf(config, root, constants) {
  const { envDir, envPrefix, mode, base, test = {} } = config;
  return defined({
    folder: typeof envDir === 'string' ? under(root, envDir) : root,
    mode: test.mode ?? mode,
    base,
    prefixes: list(envPrefix),
    variables: {
      ...constants,
      ...Object.fromEntries(Object.entries(test.env ?? {}).map(([name, value]) => [name, String(value)])),
    },
  });
}

/**
 * Reads the configuration of a runner, which is in a file or a property of `package.json`, or in both for Mocha.
 * Returns JSON.
 */
export async function read(runner, root, path, property) {
  let config = (path ? await load(runner, path) : property) ?? {};
  if (path && runner === 'mocha') config = combined(config, property ?? {});
  const settings = ({ given, notes }, root) => {
    const read = READERS[runner](given, root);
    return { ...read, notes: [...read.notes, ...notes] };
  };
  const main = withoutStubs(config);
  const projects = await projectsOf(runner, main.given, root, path);
  return JSON.stringify({
    ...settings(main, root),
    projects: projects.map(({ name, config, root }) => ({ ...settings(withoutStubs(config), root), name })),
  });
}

/** A configuration without the parts that packages make, and what these are. It may be a list of projects. */
function withoutStubs(config) {
  if (Array.isArray(config)) return { given: config, notes: [] };
  const parts = Object.entries(makerOf(config) ? { configuration: config } : config);
  const isMade = ([name, value]) => name !== 'plugins' && makerOf(value) !== undefined;
  const notes = parts.filter(isMade).map(([name, value]) => `'${name}' from ${makerOf(value)}`);
  return { given: Object.fromEntries(parts.filter(part => !isMade(part))), notes };
}

const READERS = { ava: ofAva, jest: ofJest, mocha: ofMocha, vitest: ofVitest };

const list = value => (value === undefined || value === null ? [] : [value].flat());

const isUsed = value =>
  Array.isArray(value) ? value.length > 0 : isPlain(value) ? Object.keys(value).length > 0 : Boolean(value);

/** The names of the settings that are used and that posttask does not know. */
const unknown = (config, names) => names.filter(name => isUsed(config[name]));

/** Puts a path behind the root. A package stays. */
const under = (root, path) => (/^\.{1,2}\//.test(path) ? `${root}/${path}` : path);

const defined = settings => Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));

/** The options that Vitest and Jest have in common. */
const common = ({ restoreMocks, clearMocks, testTimeout, fakeTimers, snapshotFormat }) => ({
  restoreMocks,
  clearMocks,
  timeout: testTimeout,
  fakeTimers,
  snapshotFormat,
});

const ENVIRONMENTS = ['node', 'jsdom', 'happy-dom', 'linkedom'];
const OF_JEST = ['jest-environment-node', 'jest-environment-jsdom', 'jest-fixed-jsdom', '@happy-dom/jest-environment'];

/** Whether posttask has an environment. */
const isKnown = (name = 'node') => [...ENVIRONMENTS, ...OF_JEST].includes(name);

function ofVitest(config, base) {
  const { test = {}, resolve = {} } = config;
  const root = absolute(base, test.root ?? config.root ?? base);
  const constants = constantsOf(config);
  const notes = constants.notes.concat(
    unknown(config, ['esbuild']),
    unknown(test, ['globalSetup', 'browser', 'runner', 'includeSource']),
  );
  if (test.typecheck?.enabled) notes.push('typecheck');
  if (!isKnown(test.environment)) notes.push(`environment '${test.environment}'`);
  if (list(config.plugins).flat().some(Boolean)) notes.push('plugins');
  const aliases = [];
  for (const alias of [resolve.alias, test.alias]) {
    const entries = Array.isArray(alias)
      ? alias.map(({ find, replacement }) => [find, replacement])
      : Object.entries(alias ?? {});
    for (const [find, given] of entries) {
      // Vite makes a text of a list with one path.
      const replacement = Array.isArray(given) && given.length === 1 ? given[0] : given;
      if (typeof replacement !== 'string') notes.push(`the alias ${String(find)}`);
      else if (find instanceof RegExp)
        aliases.push({
          find: find.source,
          flags: find.flags,
          replacement: under(root, replacement),
          keepsRest: true,
        });
      else aliases.push({ find, replacement: under(root, replacement) });
    }
  }
  const folder = test.dir ? `${test.dir.replace(/^\.\//, '').replace(/\/$/, '')}/` : '';
  return {
    globals: Boolean(test.globals),
    setupFiles: list(test.setupFiles).map(file => absolute(root, file)),
    root,
    missing: test.browser?.enabled ? 'a browser' : test.typecheck?.only ? 'a type checker' : undefined,
    include: list(test.include ?? defaultInclude).map(pattern => folder + pattern.replace(/^\.\//, '')),
    exclude: list(test.exclude ?? defaultExclude),
    aliases,
    conditions: conditionsOf(resolve),
    settings: defined({
      ...common(test),
      mockReset: test.mockReset,
      hookTimeout: test.hookTimeout,
      retry: typeof test.retry === 'number' ? test.retry : undefined,
      unstubGlobals: test.unstubGlobals,
      unstubEnvs: test.unstubEnvs,
      hooks: test.sequence?.hooks,
      environment: typeof test.environment === 'string' ? test.environment : undefined,
      provide: test.provide,
    }),
    environment: typeof test.environment === 'string' ? test.environment : undefined,
    environmentMatchGlobs: test.environmentMatchGlobs ?? [],
    environmentOptions: test.environmentOptions ?? {},
    constants: constants.globals,
    vite: viteOf(config, root, constants.variables),
    notes,
  };
}

/** The path of a file that a configuration names. */
const absolute = (root, file) => (isAbsolute(file) ? file : `${root}/${file.replace(/^\.\//, '')}`);

function ofJest(config, base) {
  const root = config.rootDir ? absolute(base, config.rootDir.replace('<rootDir>', base)) : base;
  const inRoot = text => text.replaceAll('<rootDir>', root);
  const notes = unknown(config, ['preset', 'globalSetup', 'globalTeardown', 'runner', 'testRunner', 'resolver']);
  // What configures ts-jest is not for programs.
  const { 'ts-jest': _, ...constants } = config.globals ?? {};
  const environment = config.testEnvironment;
  if (!isKnown(environment)) notes.push(`testEnvironment '${environment}'`);
  const options = config.testEnvironmentOptions ?? {};
  const aliases = Object.entries(config.moduleNameMapper ?? {}).flatMap(([find, given]) => {
    const [replacement] = list(given);
    return [{ find, flags: '', replacement: inRoot(replacement) }];
  });
  const patterns = list(config.testRegex).map(expression => `regex:${expression}`);
  const matched = config.testMatch ?? ['**/__tests__/**/*.?(c|m)[jt]s?(x)', '**/?(*.)+(spec|test).?(c|m)[jt]s?(x)'];
  const setup = [...list(config.setupFiles), ...list(config.setupFilesAfterEnv), ...list(config.setupFilesAfterEach)];
  return {
    root,
    globals: config.injectGlobals !== false,
    setupFiles: setup.map(file => (/^(<rootDir>|\.|\/)/.test(file) ? absolute(root, inRoot(file)) : file)),
    roots: list(config.roots ?? root).map(folder => absolute(base, inRoot(folder))),
    include: patterns.length > 0 ? patterns : matched.map(inRoot),
    exclude: (config.testPathIgnorePatterns ?? ['/node_modules/']).map(pattern => `regex:${inRoot(pattern)}`),
    aliases,
    conditions: [],
    settings: defined({
      ...common(config),
      resetMocks: config.resetMocks,
      environment,
      snapshotSerializers: list(config.snapshotSerializers).map(inRoot),
      snapshotResolver: config.snapshotResolver && absolute(root, inRoot(config.snapshotResolver)),
    }),
    constants,
    environment,
    environmentMatchGlobs: [],
    environmentOptions: { jsdom: options, happyDOM: options, linkedom: options },
    notes,
  };
}

/** Those that compile ES modules to CommonJS modules. */
const COMPILERS_OF_MODULES =
  /^(ts-node(\/register.*)?|@swc-node\/register|@swc\/register|@babel\/register|esbuild-register)$/;

/** Modules that compile programs, which posttask does itself. */
const COMPILERS = /^(ts-node|tsx|esm|@swc|esbuild|@babel\/register|source-map-support|tsconfig-paths)(\/|-|$)/;

/** The options of Mocha that are lists. */
const LISTS = ['extension', 'file', 'ignore', 'require', 'spec'];

/** The options in a file before those in `package.json`: lists are joined. */
function combined(first, second) {
  const all = { ...second, ...first };
  for (const name of LISTS) {
    if (name in first && name in second) all[name] = [...list(first[name]), ...list(second[name])];
  }
  return all;
}

function ofMocha(config, base) {
  const given = { ...config };
  // Names of options may have hyphens.
  for (const [name, value] of Object.entries(config)) given[name.replace(/-(.)/g, (_, c) => c.toUpperCase())] ??= value;
  const interfaces = list(given.ui).filter(name => !['bdd', 'tdd'].includes(name));
  const notes = unknown(given, ['grep', 'fgrep', 'bail', 'delay', 'forbidOnly', 'forbidPending', 'asyncOnly']);
  notes.push(...interfaces.map(name => `ui '${name}'`));
  const ends = list(given.extension).length > 0 ? list(given.extension) : ['js', 'cjs', 'mjs'];
  const files = `*.{${ends.map(end => end.replace(/^\./, '')).join(',')}}`;
  const below = given.recursive ? '**/' : '';
  const inFolder = folder => `${folder.replace(/^\.\//, '').replace(/\/$/, '')}/${below}${files}`;
  const spec = list(given.spec ?? './test').flatMap(path =>
    /[*?{}[\]()]/.test(path) || modules.exists(absolute(base, path)) ? [path] : [inFolder(path)],
  );
  const required = list(given.require).filter(path => !COMPILERS.test(path));
  return {
    globals: true,
    setupFiles: [...required, ...list(given.file)].map(
      path => pathOf(path, `${base}/.mocharc`) ?? absolute(base, path),
    ),
    include: spec,
    exclude: list(given.ignore ?? given.exclude),
    aliases: [],
    conditions: [],
    settings: defined({
      timeout: given.timeout === undefined ? undefined : millisecondsOf(given.timeout),
      retry: given.retries,
    }),
    environmentMatchGlobs: [],
    environmentOptions: {},
    // Mocha imports other files as ES modules, which no compiler sees.
    compilesModules:
      list(given.require).some(path => COMPILERS_OF_MODULES.test(path)) &&
      spec.every(path => /\.\{?[^.{}]*tsx?[^.]*$/.test(path)),
    notes,
  };
}

/** The test files of AVA. Of a pattern with `!`, what it matches is none. */
const FILES_OF_AVA = [
  'test.EXT',
  '{src,source}/test.EXT',
  '**/__tests__/**/*.EXT',
  '**/*.{spec,test}.EXT',
  '**/test-*.EXT',
  '**/test?(s)/**/*.EXT',
  '!**/__tests__/**/__{helper,fixture}?(s)__/**/*',
  '!**/test?(s)/**/{helper,fixture}?(s)/**/*',
];

/** Files and folders that are never tests: those of packages, and helpers, whose names start with an underscore. */
const NEVER_OF_AVA = ['**/node_modules/**', '**/_*', 'regex:^(?!/)(?:.*/)?_(?:[^_/][^/]*)?/'];

function ofAva(config, base) {
  const { files, extensions, environmentVariables, failWithoutAssertions } = config;
  const ends = isPlain(extensions) ? Object.keys(extensions) : list(extensions ?? ['cjs', 'mjs', 'js']);
  const usual = FILES_OF_AVA.map(pattern => pattern.replace('EXT', `{${ends.join(',')}}`));
  const given = list(files).map(pattern => pattern.replace(/^(!?)\.\//, '$1').replace(/\/$/, ''));
  const isLeftOut = pattern => pattern.startsWith('!');
  const patterns = given.every(isLeftOut) ? [...usual, ...given] : given;
  const leftOut = patterns.filter(isLeftOut).map(pattern => pattern.slice(1));
  const required = list(config.require).map(entry => list(entry)[0]);
  const inPlace = path => pathOf(path, `${base}/ava.config.js`) ?? absolute(base, path);
  return {
    root: base,
    globals: false,
    setupFiles: required.filter(path => !COMPILERS.test(path)).map(inPlace),
    include: patterns.filter(pattern => !isLeftOut(pattern)),
    exclude: [
      ...NEVER_OF_AVA,
      ...leftOut.flatMap(pattern => [pattern, `${pattern}/**`]),
      `regex:^(?!.*\\.(?:${ends.join('|')})$)`,
    ],
    aliases: [],
    conditions: [],
    settings: defined({ failWithoutAssertions }),
    variables: { ...environmentVariables },
    environmentMatchGlobs: [],
    environmentOptions: {},
    notes: [],
  };
}
