'use strict';
// node:tls: there are no sockets.

const { missing } = require('node:internal/missing')('tls');
const advice = 'it has no sockets; fetch, with --allow-net, makes requests';

module.exports = {
  CLIENT_RENEG_LIMIT: 3,
  CLIENT_RENEG_WINDOW: 600,
  DEFAULT_CIPHERS: '',
  DEFAULT_ECDH_CURVE: 'auto',
  DEFAULT_MAX_VERSION: 'TLSv1.3',
  DEFAULT_MIN_VERSION: 'TLSv1.2',
  SecureContext: missing('SecureContext', advice),
  Server: missing('Server', advice),
  TLSSocket: missing('TLSSocket', advice),
  checkServerIdentity: missing('checkServerIdentity', advice),
  connect: missing('connect', advice),
  createSecureContext: missing('createSecureContext', advice),
  createServer: missing('createServer', advice),
  getCACertificates: () => [],
  getCiphers: () => [],
  rootCertificates: [],
};
