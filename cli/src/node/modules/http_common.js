'use strict';
// _http_common: what node:http and libraries that imitate requests take from it.

const { missing } = require('node:internal/missing')('_http_common');

const METHODS = (
  'ACL BIND CHECKOUT CONNECT COPY DELETE GET HEAD LINK LOCK M-SEARCH MERGE MKACTIVITY MKCALENDAR MKCOL MOVE NOTIFY ' +
  'OPTIONS PATCH POST PROPFIND PROPPATCH PURGE PUT QUERY REBIND REPORT SEARCH SOURCE SUBSCRIBE TRACE UNBIND UNLINK ' +
  'UNLOCK UNSUBSCRIBE'
).split(' ');

module.exports = {
  CRLF: '\r\n',
  HTTPParser: missing('HTTPParser', 'it has no sockets'),
  _checkInvalidHeaderChar: text => /[^\t\x20-\x7e\x80-\xff]/.test(text),
  _checkIsHttpToken: text => /^[\^_`a-zA-Z\-0-9!#$%&'*+.|~]+$/.test(text),
  chunkExpression: /(?:^|\W)chunked(?:$|\W)/i,
  continueExpression: /(?:^|\W)100-continue(?:$|\W)/i,
  freeParser() {},
  isLenient: () => false,
  kIncomingMessage: Symbol('IncomingMessage'),
  methods: METHODS,
  parsers: { max: 0, free() {}, alloc: missing('parsers.alloc', 'it has no sockets') },
  prepareError() {},
};
