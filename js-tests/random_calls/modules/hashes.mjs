// node:crypto and node:zlib.

import crypto from 'node:crypto';
import zlib from 'node:zlib';

import { pick, random } from '../values.mjs';
import { bytes, encodings, many, numbers, texts, wrong } from './values.mjs';

const algorithms = () => pick(['md5', 'sha1', 'SHA256', 'sha224', 'sha384', 'sha512', 'nope', wrong()]);
const updates = () => many(3, () => pick([[texts(), ...many(1, encodings)], [bytes()], [wrong()]]));
const digests = () => pick([undefined, 'hex', 'base64', 'base64url', 'latin1', 'buffer', 'utf8', wrong()]);

function digested(hash, parts, encoding) {
  for (const part of parts) hash.update(...part);
  const copy = hash.copy?.();
  const result = hash.digest(encoding);
  return [result, copy?.update('more').digest('hex'), thrownBy(() => hash.update('x')), thrownBy(() => hash.digest())];
}

function thrownBy(steps) {
  try {
    return typeof steps();
  } catch (error) {
    return `${error.name} ${error.code} ${error.message}`;
  }
}

const formats = ['gzipSync', 'deflateSync', 'deflateRawSync'];
const INVERSE = { gzipSync: 'gunzipSync', deflateSync: 'inflateSync', deflateRawSync: 'inflateRawSync' };
const level = () =>
  pick([
    undefined,
    { level: pick([0, 1, 9, 10, -2, wrong()]) },
    { windowBits: pick([9, 15, 16, 1, wrong()]) },
    { memLevel: pick([1, 9, 10, wrong()]) },
  ]);

export default {
  'crypto.createHash': () => [
    [algorithms(), updates(), digests()],
    (name, ...all) => digested(crypto.createHash(name), ...all),
  ],
  'crypto.createHmac': () => [
    [algorithms(), pick([texts(), bytes(), wrong()]), updates(), digests()],
    (name, key, ...all) => digested(crypto.createHmac(name, key), ...all),
  ],
  'crypto.hash': () => [[algorithms(), pick([texts(), bytes(), wrong()]), digests()], crypto.hash],
  'crypto.pbkdf2Sync': () => [
    [
      texts(),
      pick([texts(), wrong()]),
      pick([1, 2, 0, 1.5, 'x', null, Infinity]),
      pick([8, 20, -1, 1.5, 'x', null, NaN]),
      algorithms(),
    ],
    crypto.pbkdf2Sync,
  ],
  'crypto.timingSafeEqual': () => [[pick([bytes(), wrong()]), pick([bytes(), wrong()])], crypto.timingSafeEqual],
  'crypto.randomBytes': () => [[numbers()], it => crypto.randomBytes(it).length],
  'crypto.randomInt': () => [[numbers(), ...many(1, numbers)], (...all) => typeof crypto.randomInt(...all)],
  'zlib of both ways': () => {
    const format = pick(formats);
    return [
      [pick([texts(), bytes(), wrong()]), level()],
      (it, options) => zlib[INVERSE[format]](zlib[format](it, options)),
    ];
  },
  'zlib.gunzipSync of others': () => [[pick([texts(), bytes(), wrong()])], zlib[pick(Object.values(INVERSE))]],
  'zlib.crc32': () => [
    [pick([texts(), bytes(), wrong()]), ...many(1, () => pick([0, 5, 2 ** 32 - 1, wrong()]))],
    zlib.crc32,
  ],
};
