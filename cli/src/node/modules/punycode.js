'use strict';
// node:punycode: RFC 3492.

const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;

function adapt(delta, points, isFirst) {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1;
  rest += Math.floor(rest / points);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return Math.floor(k + ((BASE - T_MIN + 1) * rest) / (rest + 38));
}

const threshold = (k, bias) => Math.min(Math.max(k - bias, T_MIN), T_MAX);

function decode(input) {
  const end = Math.max(input.lastIndexOf('-'), 0);
  const output = Array.from(input.slice(0, end), character => character.charCodeAt(0));
  if (output.some(code => code >= 0x80)) throw new RangeError('Illegal input >= 0x80 (not a basic code point)');
  let [n, i, bias] = [128, 0, 72];
  for (let at = end > 0 ? end + 1 : 0; at < input.length;) {
    const before = i;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = Number.parseInt(input[at++] ?? '', 36);
      if (Number.isNaN(digit)) throw new RangeError('Invalid input');
      // Letters come before digits here.
      const value = /\d/.test(input[at - 1]) ? digit + 26 : digit - 10;
      i += value * weight;
      const t = threshold(k, bias);
      if (value < t) break;
      weight *= BASE - t;
    }
    const points = output.length + 1;
    bias = adapt(i - before, points, before === 0);
    n += Math.floor(i / points);
    i %= points;
    output.splice(i++, 0, n);
  }
  return String.fromCodePoint(...output);
}

const digitOf = value => String.fromCharCode(value < 26 ? value + 97 : value + 22);

function encode(input) {
  const points = Array.from(input, character => character.codePointAt(0));
  const basic = points.filter(point => point < 0x80);
  let output = String.fromCodePoint(...basic);
  if (basic.length > 0) output += '-';
  let [n, delta, bias] = [128, 0, 72];
  for (let handled = basic.length; handled < points.length; delta++, n++) {
    const next = Math.min(...points.filter(point => point >= n));
    delta += (next - n) * (handled + 1);
    n = next;
    for (const point of points) {
      if (point < n) delta++;
      if (point !== n) continue;
      let rest = delta;
      for (let k = BASE; ; k += BASE) {
        const t = threshold(k, bias);
        if (rest < t) break;
        output += digitOf(t + ((rest - t) % (BASE - t)));
        rest = Math.floor((rest - t) / (BASE - t));
      }
      output += digitOf(rest);
      bias = adapt(delta, handled + 1, handled === basic.length);
      delta = 0;
      handled++;
    }
  }
  return output;
}

function eachLabel(domain, steps) {
  const at = domain.lastIndexOf('@');
  const labels = domain
    .slice(at + 1)
    .replace(/[\u3002\uff0e\uff61]/g, '.')
    .split('.');
  return domain.slice(0, at + 1) + labels.map(steps).join('.');
}

const ucs2 = {
  decode: text => Array.from(text, character => character.codePointAt(0)),
  encode: points => String.fromCodePoint(...points),
};

module.exports = {
  decode,
  encode,
  toASCII: domain => eachLabel(domain, label => (/[^\0-\x7f]/.test(label) ? `xn--${encode(label)}` : label)),
  toUnicode: domain =>
    eachLabel(domain, label => (label.startsWith('xn--') ? decode(label.slice(4).toLowerCase()) : label)),
  ucs2,
  version: '2.3.1',
};
