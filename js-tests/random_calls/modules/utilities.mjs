// The other functions of node:util.

import util from 'node:util';

import { pick, random } from '../values.mjs';
import { value } from './inspected.mjs';
import { many, texts, wrong } from './values.mjs';

const ARGUMENTS = [
  '-a',
  '--foo',
  '--foo=1',
  '--bar',
  'x',
  '--',
  '-ab',
  '-b5',
  '--no-foo',
  '--no-bar',
  '-',
  '--=',
  '-é',
  '--m',
  '1',
];
const option = () => ({
  type: pick(['string', 'boolean']),
  ...(random(2) ? { short: pick(['a', 'b']) } : {}),
  ...(random(3) ? {} : { multiple: true }),
  ...(random(6) ? {} : { default: pick(['d', true, ['d'], wrong()]) }),
});
const flags = () =>
  Object.fromEntries(
    ['strict', 'allowPositionals', 'allowNegative', 'tokens']
      .filter(() => random(2))
      .map(key => [key, random(9) ? random(2) > 0 : wrong()]),
  );
const names = [
  'promisify',
  'callbackify',
  'inherits',
  'deprecate',
  'debuglog',
  'stripVTControlCharacters',
  'toUSVString',
  'getSystemErrorName',
  'parseEnv',
];

const calls = {
  'util.parseArgs': () => [
    [
      {
        args: many(4, () => pick(ARGUMENTS)),
        options: { foo: option(), bar: option(), m: { type: 'string', multiple: true } },
        ...flags(),
      },
    ],
    util.parseArgs,
  ],
  'util.parseArgs of others': () => [
    [{ args: [], [pick(['args', 'options', 'strict', 'tokens'])]: wrong() }],
    util.parseArgs,
  ],
  'util.styleText': () => [
    [
      pick(['red', 'bold', ['dim', 'bold'], ['red', 'blue'], '#abc', 'none', 'nope', wrong()]),
      pick([texts(), 'a\u001b[39mb\u001b[22mc', wrong()]),
    ],
    (style, text) => util.styleText(style, text, { validateStream: false }),
  ],
  'util.types': () => {
    const it = value(2);
    return [[], () => Object.keys(util.types).filter(name => util.types[name](it))];
  },
  'util.isDeepStrictEqual': () => {
    const [one, other] = [value(2), value(2)];
    return [[], () => [util.isDeepStrictEqual(one, other), util.isDeepStrictEqual(one, one)]];
  },
  'util.promisify': () => [
    [pick([undefined, 1, 'v', {}]), pick([undefined, null, 'failed', 0, {}])],
    async (result, failure) => {
      const call = util.promisify((it, callback) => callback(failure, it));
      try {
        return [await call(result), call.name, call.length];
      } catch (error) {
        return ['rejected', error];
      }
    },
  ],
  'util.callbackify': () => [
    [pick([1, 'v', null]), pick([undefined, null, 'failed', 0, new Error('e')]), random(2)],
    async (result, reason, rejects) => {
      const call = util.callbackify(async it => {
        if (rejects) throw reason;
        return it;
      });
      const all = await new Promise(resolve => call(result, (...values) => resolve(values)));
      return [
        all.map(it => (it instanceof Error ? `${it.code} ${it.message} ${it.reason}` : it)),
        call.name,
        call.length,
      ];
    },
  ],
};
for (const name of names) {
  calls[`util.${name} of others`] = () => [
    [wrong(), ...many(1, wrong)],
    (...values) => {
      const result = util[name](...values);
      return typeof result === 'function' ? 'function' : result;
    },
  ];
}

export default calls;
