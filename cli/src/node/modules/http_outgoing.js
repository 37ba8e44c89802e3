'use strict';
// _http_outgoing: part of node:http.

const { OutgoingMessage, validateHeaderName, validateHeaderValue } = require('node:http');

module.exports = { OutgoingMessage, validateHeaderName, validateHeaderValue };
