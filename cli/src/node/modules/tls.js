'use strict';
// node:tls: there are no sockets.

const { missing } = require('node:internal/missing')('tls');
const advice = 'it has no sockets; fetch, with --allow-net, makes requests';

module.exports = {
  DEFAULT_MAX_VERSION: 'TLSv1.3',
  DEFAULT_MIN_VERSION: 'TLSv1.2',
  Server: missing('Server', advice),
  TLSSocket: missing('TLSSocket', advice),
  checkServerIdentity: missing('checkServerIdentity', advice),
  connect: missing('connect', advice),
  createSecureContext: missing('createSecureContext', advice),
  createServer: missing('createServer', advice),
  getCiphers: () => [],
  rootCertificates: [],
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
  DEFAULT_CIPHERS: '',
  DEFAULT_ECDH_CURVE: 'auto',
  SecureContext: missing('SecureContext', advice),
  getCACertificates: () => [],
};
