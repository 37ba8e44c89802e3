'use strict';
// _http_client: part of node:http.

const { ClientRequest } = require('node:http');

module.exports = { ClientRequest };
