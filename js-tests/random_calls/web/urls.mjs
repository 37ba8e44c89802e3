// URL and URLSearchParams.

import { pick, random } from '../values.mjs';
import { call, many, maybe, pieces, texts, usually, words, wrong } from './values.mjs';

const SCHEMES = ['http:', 'https:', 'file:', 'mailto:', 'javascript:', 'ws:', 'x-y:', 'HTTP:', 'blob:', 'data:', ''];
const HOSTS = [
  'h',
  'a.b',
  'É.com',
  'u:p@h:80',
  '[::1]:8',
  'a b',
  'h:',
  'a_b',
  '1.2',
  'u@',
  'xn--9ca',
  '',
  '0x7f.1',
  '256.1',
  '1e3',
  'a%41',
  '[1:2::3]',
  '[::1.2.3.4]',
  'h:65536',
  'h:443',
  'ａ.b',
  'a..b',
  'localhost',
  'a\u00adb',
  '1.2.3.4.5',
  'x.',
  '%00',
];

function address() {
  if (random(2)) return pieces();
  const path = many(4, () => pick(['/', '/a', '/..', '/.', '/b c', '//', '/é', '/%41', '/C:', '/C|', '/%2e%2E'])).join(
    '',
  );
  const end = `${pick(['', '?', '?q=1', '?a b', "?'"])}${pick(['', '#', '#f', '# `'])}`;
  return `${pick(SCHEMES)}${pick(['//', '', '/', '\\\\'])}${pick(HOSTS)}${path}${end}`;
}

const ATTRIBUTES = words('href protocol username password host hostname port pathname search hash origin');

function setSteps(base, steps) {
  const url = new URL(base);
  const log = [];
  for (const [name, value] of steps) {
    try {
      url[name] = value;
    } catch (error) {
      log.push(error.name);
    }
    log.push(url.href);
  }
  return log;
}

const fields = () => pick(['a', 'b', 'c', '', 'é', texts()]);

function paramSteps(start, useUrl, steps) {
  const url = new URL('http://h/p?x=1#f');
  if (useUrl) url.search = start;
  const params = useUrl ? url.searchParams : new URLSearchParams(start);
  const log = [];
  for (const [name, ...values] of steps) {
    try {
      const result = params[name](...values);
      log.push(typeof result === 'object' && result && name !== 'getAll' ? [...result].join() : result);
    } catch (error) {
      log.push(error.name);
    }
  }
  return [...log, String(params), params.size, useUrl && url.href];
}

const paramStep = () =>
  pick([
    () => ['append', fields(), texts()],
    () => ['set', fields(), texts()],
    () => ['delete', fields(), ...many(1, texts)],
    () => ['has', fields(), ...many(1, texts)],
    () => ['get', fields()],
    () => ['getAll', fields()],
    () => ['sort'],
    () => ['keys'],
    () => ['entries'],
    () => [pick(['append', 'set', 'delete', 'has', 'get', 'getAll', 'forEach']), ...many(2, wrong)],
  ])();

function changedWhileIterated(params, steps) {
  const log = [];
  for (const [name, value] of params) {
    log.push(`${name}=${value}`);
    const step = steps.shift();
    if (step) params[step[0]](step[1], 'v');
    if (log.length > 20) break;
  }
  return [...log, String(params)];
}

export default {
  'new URL': call(
    (...all) => new URL(...all),
    () => [address(), ...(random(2) ? [pick([address(), 'http://h/a/b?c#d', 'file:///C:/x/y'])] : [])],
  ),
  'URL.parse': call(
    (...all) => URL.parse(...all)?.href,
    () => [usually(address)(), ...many(1, usually(address))],
  ),
  'URL.canParse': call(
    (...all) => URL.canParse(...all),
    () => [usually(address)(), ...many(1, usually(address))],
  ),
  'attributes of a URL': call(setSteps, () => [
    pick([
      'http://u:p@h:81/a/b?q#f',
      'https://h',
      'file:///C:/a',
      'mailto:a',
      'x://h/p',
      'data:x,y',
      'x:/a',
      'file://h/',
    ]),
    many(4, () => [
      pick(ATTRIBUTES),
      pick([
        () => pieces(5),
        () => pick(SCHEMES),
        () => pick(HOSTS),
        address,
        () => pick(['80', '443', '65536', '0', '', '8a', ' 8']),
        wrong,
      ])(),
    ]),
  ]),
  'new URLSearchParams': call(
    (...all) => new URLSearchParams(...all),
    () => [
      pick([
        () => pieces(12),
        () => many(3, () => many(3, texts)),
        () => Object.fromEntries(many(3, () => [texts(), pick([texts(), wrong()])])),
        () => new Map(many(2, () => [texts(), texts()])),
        () => new URLSearchParams(pieces()),
        wrong,
      ])(),
    ],
  ),
  'steps of URLSearchParams': call(paramSteps, () => [pieces(6), random(2) > 0, many(6, paramStep)]),
  'URLSearchParams that change': call(
    (text, steps) => changedWhileIterated(new URLSearchParams(text), steps),
    () => [
      pick(['a=1&b=2&c=3', 'a&a&a&b']),
      many(4, () => [pick(['append', 'delete', 'set']), pick(['a', 'b', 'c', 'd'])]),
    ],
  ),
  'URL.createObjectURL': call(
    it => typeof URL.createObjectURL(it),
    () => [usually(() => new Blob(['x']))()],
  ),
  'URL.revokeObjectURL': call(
    (...all) => URL.revokeObjectURL(...all),
    () => [maybe(address) ?? wrong()],
  ),
};
