// structuredClone.

import { pick, random } from '../values.mjs';
import { bytes, call, many, texts, wrong } from './values.mjs';

class Special {
  own = 1;
  get inherited() {
    return 2;
  }
}

const leaf = () =>
  pick([
    wrong,
    texts,
    bytes,
    () => new Special(),
    () => Object(5n),
    () => Object(Symbol('x')),
    () => new String('x'),
    () => new Boolean(false),
    () => new Number(-0),
    () => new Date(NaN),
    () => /x/giy,
    () => [1, , 3],
    () => Object.assign([1, 2], { extra: 1 }),
    () => new Error('m', { cause: 1 }),
    () => new RangeError('m'),
    () => Object.assign(new Error('m'), { name: 'TypeError', more: 1 }),
    () => new AggregateError([1], 'm'),
    () => new DOMException('m', 'AbortError'),
    () => new Blob(['x'], { type: 'a/b' }),
    () => new File(['x'], 'n', { lastModified: 5 }),
    () => new DataView(new ArrayBuffer(4), 1, 2),
    () => new Float64Array(2),
    () => new ArrayBuffer(4, { maxByteLength: 8 }),
    () => new Uint8Array(new ArrayBuffer(4, { maxByteLength: 8 })),
    () => new Proxy({}, {}),
    () => new WeakMap(),
    () => globalThis,
    () => new MessageChannel().port1,
    () => new URL('http://h'),
    () => new Event('x'),
    () => new Headers(),
    () => new ReadableStream(),
    () => new AbortController().signal,
    () =>
      (function () {
        return arguments;
      })(1),
    () => ({
      get a() {
        return 1;
      },
    }),
    () => ({
      get a() {
        throw new RangeError('getter');
      },
    }),
    () => Object.defineProperty({}, 'hidden', { value: 1 }),
    () => Object.create({ inherited: 1 }, { own: { value: 2, enumerable: true } }),
    () => performance.mark('m'),
    () => Object.freeze({ a: 1 }),
  ])();

function graph(depth = 2) {
  if (depth === 0 || random(3) === 0) return leaf();
  const made = pick([
    () => Object.fromEntries(many(3, () => [pick(['a', 'b', 'c', '1']), graph(depth - 1)])),
    () => many(3, () => graph(depth - 1)),
    () => new Map(many(2, () => [graph(depth - 1), graph(depth - 1)])),
    () => new Set(many(2, () => graph(depth - 1))),
  ])();
  if (random(4) === 0 && !(made instanceof Map) && !(made instanceof Set)) made.self = made;
  return made;
}

const transferables = () =>
  pick([
    () => new ArrayBuffer(4),
    () => new MessageChannel().port1,
    () => new ReadableStream(),
    () => new WritableStream(),
    () => new TransformStream(),
    wrong,
    () => new ArrayBuffer(4, { maxByteLength: 8 }),
  ])();

function transferred(list, twice) {
  const all = twice ? [...list, ...list] : list;
  const clone = structuredClone(
    { list, view: list[0] instanceof ArrayBuffer ? new Uint8Array(list[0]) : 0 },
    { transfer: all },
  );
  return [clone, list];
}

export default {
  structuredClone: call(
    it => structuredClone(it),
    () => [graph()],
  ),
  'structuredClone with transfer': call(transferred, () => [many(2, transferables), random(6) === 0]),
  'structuredClone of others': call(
    (...all) => structuredClone(...all),
    () => many(2, wrong),
  ),
  'structuredClone of the same': call(
    it => {
      const [one, other] = structuredClone([it, it]);
      return [Object.is(one, other), Object.getPrototypeOf(Object(one)) === Object.getPrototypeOf(Object(it))];
    },
    () => [graph(1)],
  ),
};
