'use strict';
// node:http2: there are no sockets.

const { missing } = require('node:internal/missing')('http2');

module.exports = {
  Http2ServerRequest: missing('Http2ServerRequest', 'it has no servers'),
  Http2ServerResponse: missing('Http2ServerResponse', 'it has no servers'),
  connect: missing('connect', 'fetch, with --allow-net, makes requests'),
  constants: {},
  createSecureServer: missing('createSecureServer', 'it has no servers'),
  createServer: missing('createServer', 'it has no servers'),
  getDefaultSettings: () => ({}),
  getPackedSettings: missing('getPackedSettings', 'it has no servers'),
  getUnpackedSettings: missing('getUnpackedSettings', 'it has no servers'),
  performServerHandshake: missing('performServerHandshake', 'it has no servers'),
  sensitiveHeaders: Symbol('sensitiveHeaders'),
};
