// Snapshots of Jest: those of the installed package jest-snapshot, which is loaded when the first matcher is called.

import runner from 'posttask:runner';
import { allTests, beforeTests, namesOf, settings } from './declare';
import { UNKNOWN, callOf } from './inline_places';
import { folderOf, nameOf } from './paths';

/** What the package reads and writes files with. It looks for these functions, because tests may mock `fs`. */
globalThis[Symbol.for('jest-native-exists-file')] ??= path => runner.exists(path);
globalThis[Symbol.for('jest-native-read-file')] ??= path => runner.readFile(path);
globalThis[Symbol.for('jest-native-write-file')] ??= (path, text) => runner.writeFile(path, text);

const MATCHERS = [
  'toMatchSnapshot',
  'toMatchInlineSnapshot',
  'toThrowErrorMatchingSnapshot',
  'toThrowErrorMatchingInlineSnapshot',
];


/** Loads a module now. */
const load = specifier => {
  const exports = runner.importAtOnce(specifier);
  return { ...exports.default, ...exports };
};

let loaded;

/** The package, and its state for this file. */
function snapshots() {
  if (loaded) return loaded;
  const jest = load('jest-snapshot');
  for (const path of [...(settings.snapshotSerializers ?? [])].reverse()) jest.addSerializer(serializerOf(path));
  const state = new jest.SnapshotState(pathOfSnapshots(), {
    updateSnapshot: settings.update ?? 'new',
    snapshotFormat: { ...usualFormat(), ...settings.snapshotFormat },
    rootDir: settings.root,
    prettierPath: null,
  });
  return (loaded = { jest, state });
}

/** Before Jest 29, texts are escaped and basic prototypes are shown. */
function usualFormat() {
  const path = runner.realPath('jest-snapshot/package.json', runner.file());
  const isOld = Number.parseInt(JSON.parse(runner.readFile(path)).version) < 29;
  return isOld ? {} : { escapeString: false, printBasicPrototype: false };
}

const serializerOf = path => runner.importAtOnce(path).default;

function pathOfSnapshots() {
  const file = runner.file();
  if (settings.snapshotResolver) {
    return runner.importAtOnce(settings.snapshotResolver).default.resolveSnapshotPath(file, '.snap');
  }
  return `${folderOf(file)}/__snapshots__/${nameOf(file)}.snap`;
}

/** Adds the matchers. At the end, the snapshots are written, and those that no test has asked for are counted. */
export function addSnapshots(expect) {
  let isFirst = true;
  beforeTests(() => {
    if (isFirst) runner.hook('after', finish, undefined, false, 0);
    isFirst = false;
  });
  const matcher = name =>
    function (...args) {
      const { jest, state } = snapshots();
      // The package writes an inline snapshot where the error of its matcher says.
      const error = name.includes('Inline') ? callOf() : this.error;
      const isWritten = args.some(argument => typeof argument === 'string');
      if (error?.stack?.includes(UNKNOWN) && !isWritten) {
        const advice = 'write it yourself, or use the matcher for snapshots in files';
        throw new Error(`${name} after \`rejects\` or \`resolves\` cannot write a snapshot: ${advice}`);
      }
      return jest[name].apply({ ...this, error, snapshotState: state }, args);
    };
  expect.extend(Object.fromEntries(MATCHERS.map(name => [name, matcher(name)])));
  expect.addSnapshotSerializer = serializer => snapshots().jest.addSerializer(serializer);
}

function finish() {
  if (loaded || runner.exists(pathOfSnapshots())) report(snapshots().state);
}

/** Writes the snapshots, and tells about them. */
function report(state) {
  // The snapshots of tests that did not run to their end are not obsolete.
  for (const test of allTests()) {
    if (test.result?.state !== 'pass' || test.fails) state.markSnapshotsAsCheckedForTest(namesOf(test).join(' '));
  }
  const unchecked = state.getUncheckedCount();
  state.removeUncheckedKeys();
  save(state);
  const parts = [
    [state.added, 'written'],
    [state.updated, 'updated'],
    [unchecked, settings.update === 'all' ? 'removed' : 'obsolete: remove them with -u'],
  ];
  const found = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (found.length > 0) runner.note(`snapshots: ${found.join(', ')}`);
}

/** The package removes a file without snapshots with `fs`, which may not write. */
function save(state) {
  const path = pathOfSnapshots();
  const hasNone = Object.keys(state._snapshotData ?? { any: 1 }).length === 0;
  if (hasNone && settings.update === 'all') runner.removeFile(path);
  state.save();
}
