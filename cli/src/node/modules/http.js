'use strict';
// node:http: the names of methods and statuses. There are no sockets.

const { _checkInvalidHeaderChar, _checkIsHttpToken, methods: METHODS } = require('node:_http_common');
const { missing } = require('node:internal/missing')('http');
const { invalidArgType, typeError } = require('node:internal/errors');
const serving = 'it has no servers; handlers can be called with Request objects';
const asking = 'fetch, with --allow-net, makes requests';

const STATUS_CODES = {
  100: 'Continue',
  101: 'Switching Protocols',
  102: 'Processing',
  103: 'Early Hints',
  200: 'OK',
  201: 'Created',
  202: 'Accepted',
  203: 'Non-Authoritative Information',
  204: 'No Content',
  205: 'Reset Content',
  206: 'Partial Content',
  207: 'Multi-Status',
  208: 'Already Reported',
  226: 'IM Used',
  300: 'Multiple Choices',
  301: 'Moved Permanently',
  302: 'Found',
  303: 'See Other',
  304: 'Not Modified',
  305: 'Use Proxy',
  307: 'Temporary Redirect',
  308: 'Permanent Redirect',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  418: "I'm a Teapot",
  421: 'Misdirected Request',
  422: 'Unprocessable Entity',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  506: 'Variant Also Negotiates',
  507: 'Insufficient Storage',
  508: 'Loop Detected',
  509: 'Bandwidth Limit Exceeded',
  510: 'Not Extended',
  511: 'Network Authentication Required',
};

function validateHeaderName(name, label) {
  if (typeof name !== 'string' || !_checkIsHttpToken(name)) {
    throw typeError('ERR_INVALID_HTTP_TOKEN', `${label ?? 'Header name'} must be a valid HTTP token ["${name}"]`);
  }
}

function validateHeaderValue(name, value) {
  if (value === undefined)
    throw typeError('ERR_HTTP_INVALID_HEADER_VALUE', `Invalid value "undefined" for header "${name}"`);
  if (_checkInvalidHeaderChar(value)) {
    throw typeError('ERR_INVALID_CHAR', `Invalid character in header content ["${name}"]`);
  }
}

/// Connections that are kept. There are none to keep.
function Agent(options) {
  if (!new.target) return new Agent(options);
  if (options !== undefined && typeof options !== 'object') throw invalidArgType('options', 'of type object', options);
  require('node:events').call(this);
  this.options = { ...options };
  this.maxSockets = options?.maxSockets ?? Infinity;
  this.sockets = { __proto__: null };
  this.requests = { __proto__: null };
}
Object.setPrototypeOf(Agent.prototype, require('node:events').prototype);
Agent.prototype.destroy = function destroy() {};

module.exports = {
  Agent,
  ClientRequest: missing('ClientRequest', asking),
  IncomingMessage: missing('IncomingMessage', serving),
  METHODS,
  OutgoingMessage: missing('OutgoingMessage', serving),
  STATUS_CODES,
  Server: missing('Server', serving),
  ServerResponse: missing('ServerResponse', serving),
  createServer: missing('createServer', serving),
  get: missing('get', asking),
  globalAgent: new Agent(),
  maxHeaderSize: 16384,
  request: missing('request', asking),
  setMaxIdleHTTPParsers() {},
  validateHeaderName,
  validateHeaderValue,
};
