'use strict';
// node:net: addresses. There are no sockets.

const { missing } = require('node:internal/missing')('net');
const advice = 'it has no sockets; fetch, with --allow-net, makes requests';

const V4_PART = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const V4 = `(?:${V4_PART}\\.){3}${V4_PART}`;
const isIPv4 = text => new RegExp(`^${V4}$`).test(`${text}`);

function isIPv6(text) {
  const [address, zone, ...rest] = `${text}`.split('%');
  if (rest.length > 0 || zone === '') return false;
  let tail = 0;
  const ending = new RegExp(`(?<=:)${V4}$`);
  const groups = address.replace(ending, () => ((tail = 2), '0:0'));
  if (tail === 0 && groups.includes('.')) return false;
  const halves = groups.split('::');
  if (halves.length > 2) return false;
  const parts = halves.map(half => (half === '' ? [] : half.split(':')));
  if (!parts.flat().every(part => /^[\da-f]{1,4}$/i.test(part))) return false;
  const count = parts.flat().length;
  return halves.length === 2 ? count < 8 : count === 8;
}

module.exports = {
  BlockList: missing('BlockList', advice),
  Server: missing('Server', advice),
  Socket: missing('Socket', advice),
  SocketAddress: missing('SocketAddress', advice),
  Stream: missing('Stream', advice),
  connect: missing('connect', advice),
  createConnection: missing('createConnection', advice),
  createServer: missing('createServer', advice),
  getDefaultAutoSelectFamily: () => true,
  isIP: text => (isIPv4(text) ? 4 : isIPv6(text) ? 6 : 0),
  isIPv4,
  isIPv6,
  setDefaultAutoSelectFamily() {},
};
