// Blob, File, FileReader, FormData and crypto.

import { pick, random } from '../values.mjs';
import { bytes, call, dictionary, many, maybe, texts, usually, wrong } from './values.mjs';

const part = usually(() => pick([texts, bytes, () => new Blob([texts()]), () => new DataView(new ArrayBuffer(2))])());
const types = () => pick(['text/plain', 'TEXT/HTML', 'a;charset=utf-8', 'é', '', 'x\n', texts()]);
const bag = () =>
  pick([
    undefined,
    dictionary({ type: usually(types), endings: usually(() => pick(['native', 'transparent'])) }),
    wrong(),
  ]);
const blob = () =>
  new Blob(
    many(3, () => pick([texts(), bytes()])),
    { type: types() },
  );
const described = async it => [it, it.size, it.type, await it.text()];

const stamp = () => pick([0, 5, -1, 1.5, NaN, new Date(7), '8']);

async function formSteps(steps) {
  const form = new FormData();
  const log = [];
  for (const [name, ...values] of steps) {
    try {
      const result = form[name](...values);
      log.push(typeof result?.next === 'function' ? [...result].length : result);
    } catch (error) {
      log.push(error.name);
    }
  }
  return [...log, form];
}

const key = () => pick(['a', 'b', texts()]);
const formStep = () =>
  pick([
    () => ['append', key(), texts()],
    () => ['append', key(), blob(), ...many(1, texts)],
    () => ['set', key(), texts()],
    () => ['set', key(), new File(['x'], texts()), ...many(1, texts)],
    () => ['delete', key()],
    () => ['get', key()],
    () => ['getAll', key()],
    () => ['has', key()],
    () => ['keys'],
    () => [pick(['append', 'set', 'delete', 'get', 'getAll', 'has', 'forEach']), ...many(3, wrong)],
  ])();

function readAs(method, ...values) {
  const reader = new FileReader();
  const log = [];
  for (const type of ['loadstart', 'progress', 'load', 'abort', 'error', 'loadend'])
    reader.addEventListener(type, event =>
      log.push(`${type} ${reader.readyState} ${event.loaded} ${event.total} ${event.lengthComputable}`),
    );
  return new Promise(resolve => {
    reader.onloadend = () =>
      setTimeout(() => resolve([log.filter(it => !it.startsWith('progress')), reader.result, reader.error]));
    reader[method](...values);
  });
}

const algorithm = () => pick(['SHA-1', 'sha-256', 'SHA-384', { name: 'SHA-512' }, 'MD5', { name: 5 }, {}]);

export default {
  'new Blob': call(
    (...all) => described(new Blob(...all)),
    () => [...(random(9) ? [usually(() => many(3, part))()] : []), bag()],
  ),
  'Blob.slice': call(
    (it, ...all) => described(it.slice(...all)),
    () => [
      blob(),
      ...many(
        3,
        usually(() => pick([0, 1, -1, -2, 5, 100, 1.5, 'text/x'])),
      ),
    ],
  ),
  'Blob.bytes': call(
    it => it.bytes(),
    () => [blob()],
  ),
  'Blob.arrayBuffer': call(
    it => it.arrayBuffer(),
    () => [blob()],
  ),
  'Blob.stream': call(
    async it => (await it.stream().getReader().read()).value,
    () => [blob()],
  ),
  'new File': call(
    (...all) => {
      const file = new File(...all);
      return [file, file.name, all[2]?.lastModified !== undefined && file.lastModified];
    },
    () => [
      usually(() => many(2, part))(),
      usually(texts)(),
      maybe(() => dictionary({ type: types, lastModified: usually(stamp) })),
    ],
  ),
  'steps of FormData': call(formSteps, () => [many(6, formStep)]),
  'new FormData': call(
    (...all) => new FormData(...all),
    () => many(1, wrong),
  ),
  FileReader: call(readAs, () => [
    pick(['readAsText', 'readAsArrayBuffer', 'readAsDataURL', 'readAsBinaryString']),
    blob(),
    ...many(1, () => pick(['utf-8', 'latin1', 'none', 'utf-16le', wrong()])),
  ]),
  'FileReader of others': call(
    (method, ...values) => {
      new FileReader()[method](...values);
    },
    () => [pick(['readAsText', 'readAsArrayBuffer', 'readAsDataURL']), ...many(2, wrong)],
  ),
  'crypto.getRandomValues': call(
    it => crypto.getRandomValues(it) === it,
    () => [
      pick([
        () => new Float32Array(2),
        () => new Uint8Array(65537),
        () => new BigInt64Array(2),
        () => new DataView(new ArrayBuffer(4)),
        bytes,
        wrong,
      ])(),
    ],
  ),
  'crypto.subtle.digest': call(
    (...all) => crypto.subtle.digest(...all),
    () => [usually(algorithm)(), usually(bytes)()],
  ),
};
