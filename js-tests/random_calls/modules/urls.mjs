// node:url and node:querystring.

import querystring from 'node:querystring';
import url from 'node:url';

import { pick, random } from '../values.mjs';
import { many, pieces, texts, wrong } from './values.mjs';

const SCHEMES = ['http:', 'https:', 'file:', 'mailto:', 'javascript:', 'ws:', 'x-y:', 'HTTP:', ''];
const HOSTS = ['h', 'a.b', 'É.com', 'u:p@h:80', '[::1]:8', 'a b', 'h:', 'a_b', '1.2', 'u@', 'xn--9ca', ''];

// Half of them look like URLs.
function address() {
  if (random(2)) return pieces();
  const path = many(4, () => pick(['/', '/a', '/..', '/.', '/b c', '//', '/é', '/%41'])).join('');
  const end = `${pick(['', '?', '?q=1', '?a b'])}${pick(['', '#', '#f'])}`;
  return `${pick(SCHEMES)}${pick(['//', '', '/'])}${pick(HOSTS)}${path}${end}`;
}

const part = () =>
  pick([undefined, null, '', 'a', 'a:b', '?x', '#y', 'http', 'file:', 'h:1', '::1', '/p', 'é', true, 80]);
const parts = () =>
  Object.fromEntries(
    ['protocol', 'slashes', 'auth', 'host', 'hostname', 'port', 'pathname', 'search', 'query', 'hash']
      .filter(() => random(2))
      .map(key => [key, key === 'query' && random(2) ? queries() : part()]),
  );
const queries = () =>
  Object.fromEntries(many(3, () => [pieces(4), pick([texts(), 1, [1, 'a', , null], true, 5n, {}, null, 1e21, NaN])]));

// The URLs of posttask cannot have a path that starts with two slashes.
const isFileWithSlashes = path => /^[\\/]{2}|[\\/]\.{0,2}[\\/]/.test(path);
const filePath = () => {
  const path = `/${pieces()}`;
  return isFileWithSlashes(path) ? '/a' : path;
};
const windows = () => pick([undefined, { windows: true }, { windows: false }]);

const simple = (call, prepare) => () => [prepare(), call];

export default {
  'url.parse': simple(
    (...all) => ({ ...url.parse(...all) }),
    () => [address(), ...many(2, () => pick([true, false]))],
  ),
  'url.parse of others': simple(
    it => ({ ...url.parse(it) }),
    () => [wrong()],
  ),
  'url.resolve': simple(url.resolve, () => [address(), address()]),
  'url.resolveObject': simple(
    (...all) => ({ ...url.resolveObject(...all) }),
    () => [address(), address()],
  ),
  'url.format': simple(url.format, () => [pick([address(), parts(), parts(), parts(), wrong()])]),
  'url.format of a URL': simple(
    options => url.format(new URL('http://u:p@xn--9ca/p?q#h'), options),
    () => [
      pick([undefined, Object.fromEntries(['auth', 'fragment', 'search', 'unicode'].map(key => [key, random(2) > 0]))]),
    ],
  ),
  'url.pathToFileURL': simple(
    (...all) => url.pathToFileURL(...all).href,
    () => [random(9) ? filePath() : wrong()],
  ),
  'url.fileURLToPath': simple(url.fileURLToPath, () => [
    pick([`file:///C:${filePath()}`, `file://${filePath()}`, wrong(), address()]),
    windows(),
  ]),
  'url.domainToASCII': simple(url.domainToASCII, () => [pick([...HOSTS, 'ß.de', '日本語', 'a..b', '256', 'a%41'])]),
  'url.domainToUnicode': simple(url.domainToUnicode, () => [
    pick(['é', 'xn--9ca', 'É.COM', 'a.b', 'a b', '日本語', '1']),
  ]),
  'querystring.parse': simple(querystring.parse, () => [
    pick([pieces(12), wrong()]),
    pick([undefined, ';', '&&']),
    pick([undefined, ':']),
    pick([undefined, { maxKeys: pick([0, 1, 2, -1, 1.5, '1']) }]),
  ]),
  'querystring.stringify': simple(querystring.stringify, () => [
    pick([queries(), queries(), wrong()]),
    pick([undefined, ';', '']),
    pick([undefined, ':']),
  ]),
  'querystring.escape': simple(querystring.escape, () => [pick([pieces(), texts(), wrong()])]),
  'querystring.unescape': simple(querystring.unescape, () => [pieces()]),
  'querystring.unescapeBuffer': simple(querystring.unescapeBuffer, () => [pieces()]),
};
