// Snapshots of Vitest: those of the installed package @vitest/snapshot.

import { SnapshotClient, addSerializer, stripSnapshotIndentation } from '@vitest/snapshot';
import runner from 'posttask:runner';
import { allTests, beforeTests, currentTest, namesOf, settings } from './declare';
import { UNKNOWN, callOf } from './inline_places';
import { folderOf, isAbsolute, nameOf } from './paths';

const HEADER = '// Vitest Snapshot v1, https://vitest.dev/guide/snapshot.html';

/** What the package needs of the system. */
const environment = {
  getVersion: () => '1',
  getHeader: () => HEADER,
  resolvePath: async path => `${folderOf(path)}/__snapshots__/${nameOf(path)}.snap`,
  resolveRawPath: async (test, path) => (isAbsolute(path) ? path : `${folderOf(test)}/${path}`),
  prepareDirectory: async () => {},
  saveSnapshotFile: async (path, text) => runner.writeFile(path, text),
  readSnapshotFile: async path => {
    if (!path.endsWith(UNKNOWN)) return runner.readFile(path);
    runner.note('snapshots: one after `rejects` or `resolves` was not written, because its place is not known');
    return '';
  },
  removeSnapshotFile: async path => runner.removeFile(path),
};

/** Adds the matchers. */
export function addSnapshots({ chai, matchers, expect }) {
  const file = runner.file();
  const isEqual = (received, expected) =>
    matchers.equals(received, expected, [matchers.iterableEquality, matchers.subsetEquality]);
  const isOld = 'setTest' in SnapshotClient.prototype;
  const client = isOld
    ? Object.assign(new SnapshotClient(), { equalityCheck: isEqual })
    : new SnapshotClient({ isEqual });
  let isSetUp = false;
  beforeTests(async () => {
    if (isSetUp) return;
    isSetUp = true;
    const options = {
      updateSnapshot: settings.update ?? 'new',
      snapshotEnvironment: environment,
      snapshotFormat: { printBasicPrototype: false, escapeString: isOld, ...settings.snapshotFormat },
    };
    // Before Vitest 3, a client has one file at a time. Before Vitest 1, the functions have other names.
    if (client.setup) await client.setup(file, options);
    else await client[isOld ? 'setTest' : 'startCurrentRun'](file, '', options);
    const finish = () => {
      keepOthers();
      return client.finish ? client.finish(file) : client[isOld ? 'resetCurrent' : 'finishCurrentRun']();
    };
    runner.hook('after', async () => report(await finish()), undefined, false, 0);
  });

  /** The snapshots of tests that did not run to their end are not obsolete. */
  const keepOthers = () => {
    const state = client.snapshotStateMap?.get(file) ?? client.snapshotState;
    for (const test of allTests()) {
      const isComplete = test.result?.state === 'pass' && !test.fails;
      if (!isComplete) state?.markSnapshotsAsCheckedForTest(namesOf(test).join(' > '));
    }
  };

  const assertSnapshot = (assertion, name, received, extra) => {
    const test = chai.util.flag(assertion, 'vitest-test') ?? currentTest();
    if (chai.util.flag(assertion, 'negate')) throw new Error(`${name} cannot be used with "not"`);
    if (!test) throw new Error(`${name} can only be used while a test runs`);
    client.assert({
      received,
      filepath: file,
      name: namesOf(test).join(' > '),
      testId: String(test.number),
      errorMessage: chai.util.flag(assertion, 'message'),
      ...extra,
    });
  };
  const value = assertion => chai.util.flag(assertion, 'object');
  const thrown = (assertion, name) => {
    if (chai.util.flag(assertion, 'promise') === 'rejects') return value(assertion);
    try {
      value(assertion)();
    } catch (error) {
      return error;
    }
    throw new Error(`${name}: the function did not throw`);
  };
  const inline = (text, hint) => ({
    isInline: true,
    inlineSnapshot: text === undefined ? undefined : stripSnapshotIndentation(text),
    message: hint,
    error: callOf(),
  });
  const add = (name, steps) =>
    chai.util.addMethod(chai.Assertion.prototype, name, function (...args) {
      steps(this, name, ...args);
    });
  for (const name of ['toMatchSnapshot', 'matchSnapshot']) {
    add(name, (assertion, _, properties, message) => {
      const hint = typeof properties === 'string' ? { message: properties } : { properties, message };
      assertSnapshot(assertion, name, value(assertion), { isInline: false, ...hint });
    });
  }
  add('toMatchInlineSnapshot', (assertion, name, first, second, third) => {
    const isText = typeof first === 'string' || first === undefined;
    const [properties, text, hint] = isText ? [undefined, first, second] : [first, second, third];
    assertSnapshot(assertion, name, value(assertion), { properties, ...inline(text, hint) });
  });
  // Before Vitest 1, the snapshot of an error is its message.
  const error = (assertion, name) => {
    const error = thrown(assertion, name);
    return isOld && error instanceof Error ? error.message : error;
  };
  add('toThrowErrorMatchingSnapshot', (assertion, name, message) => {
    assertSnapshot(assertion, name, error(assertion, name), { isInline: false, message });
  });
  add('toThrowErrorMatchingInlineSnapshot', (assertion, name, text, hint) => {
    assertSnapshot(assertion, name, error(assertion, name), inline(text, hint));
  });
  chai.util.addMethod(chai.Assertion.prototype, 'toMatchFileSnapshot', function (path, message) {
    const assertion = this;
    const check = async () => {
      const rawSnapshot = { file: path };
      await client.assertRaw({
        received: value(assertion),
        filepath: file,
        name: namesOf(test).join(' > '),
        testId: String(test.number),
        message,
        rawSnapshot,
      });
    };
    const test = chai.util.flag(this, 'vitest-test') ?? currentTest();
    const wait = check();
    if (test) (test.promises ??= []).push(wait);
    return wait;
  });
  expect.addSnapshotSerializer = addSerializer;
}

function report(result) {
  const parts = [
    [result.added, 'written'],
    [result.updated, 'updated'],
    [result.unchecked, settings.update === 'all' ? 'removed' : 'obsolete: remove them with -u'],
  ];
  const found = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  if (found.length > 0) runner.note(`snapshots: ${found.join(', ')}`);
}
