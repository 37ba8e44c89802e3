'use strict';
// node:dns: there are no look-ups.

const { missing } = require('node:internal/missing')('dns');
const advice = 'fetch, with --allow-net, resolves host names itself';

const promises = { lookup: missing('promises.lookup', advice), resolve: missing('promises.resolve', advice) };

module.exports = {
  ADDRCONFIG: 32,
  ALL: 16,
  V4MAPPED: 8,
  Resolver: missing('Resolver', advice),
  getDefaultResultOrder: () => 'verbatim',
  getServers: () => [],
  lookup: missing('lookup', advice),
  promises,
  resolve: missing('resolve', advice),
  resolve4: missing('resolve4', advice),
  resolve6: missing('resolve6', advice),
  reverse: missing('reverse', advice),
  setDefaultResultOrder() {},
  setServers() {},
};
