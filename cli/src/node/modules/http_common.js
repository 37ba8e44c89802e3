'use strict';
// _http_common: what libraries that imitate requests take from it.

const { METHODS } = require('node:http');
const { missing } = require('node:internal/missing')('_http_common');

const isToken = text => /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/.test(text);

module.exports = {
  CRLF: '\r\n',
  HTTPParser: missing('HTTPParser', 'it has no sockets'),
  _checkInvalidHeaderChar: text => /[^\t\x20-\x7e\x80-\xff]/.test(text),
  _checkIsHttpToken: isToken,
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
  freeParser() {},
  isLenient: () => false,
  kIncomingMessage: Symbol('IncomingMessage'),
  methods: METHODS,
  parsers: { max: 0, free() {}, alloc: missing('parsers.alloc', 'it has no sockets') },
  prepareError() {},
};
