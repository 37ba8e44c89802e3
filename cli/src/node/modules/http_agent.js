'use strict';
// _http_agent: part of node:http.

const { Agent, globalAgent } = require('node:http');

module.exports = { Agent, globalAgent };
