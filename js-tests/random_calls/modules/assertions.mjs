// node:assert.

import assert from 'node:assert';

import { pick, random } from '../values.mjs';
import { value } from './inspected.mjs';
import { texts, wrong } from './values.mjs';

const calls = {};

// The values are in the message.
const compared = name => {
  calls[`assert.${name}`] = () => {
    const one = value(1);
    const other = random(3) ? value(1) : one;
    return [[], () => assert[name](one, other)];
  };
};
for (const name of [
  'deepStrictEqual',
  'strictEqual',
  'deepEqual',
  'equal',
  'notDeepStrictEqual',
  'notStrictEqual',
  'notDeepEqual',
])
  compared(name);

const checked = (name, prepare) => {
  calls[`assert.${name}`] = () => [prepare(), (...values) => assert[name](...values)];
};
checked('match', () => [pick([texts(), wrong()]), pick([/a/, /^$/, wrong()])]);
checked('doesNotMatch', () => [pick([texts(), wrong()]), pick([/a/, /^$/, wrong()])]);
checked('ifError', () => [pick([undefined, null, new Error('e'), wrong()])]);
checked('fail', () => [pick([undefined, 'message', new TypeError('t'), wrong()])]);
calls['assert.throws'] = () => {
  const thrown = pick([new Error('msg'), new TypeError('msg'), 'text', undefined, null, { message: 'msg', code: 1 }]);
  const expected = pick([
    undefined,
    Error,
    TypeError,
    /msg/,
    /other/,
    { message: 'msg' },
    { message: /s/ },
    { code: 2 },
    () => true,
    () => false,
    'msg',
    'text',
    wrong(),
  ]);
  return [
    [thrown, expected],
    (it, ...all) =>
      assert.throws(
        () => {
          throw it;
        },
        ...all,
      ),
  ];
};
calls['assert.rejects'] = () => [
  [pick([Promise.reject, Promise.resolve]), pick([undefined, Error, /m/, { message: 'm' }, wrong()])],
  async (make, expected) => {
    const promise = make.call(Promise, new Error('m'));
    promise.catch(() => {});
    await assert.rejects(promise, expected);
  },
];

export default calls;
