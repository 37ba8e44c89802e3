'use strict';
// node:https: there are no sockets.

const { missing } = require('node:internal/missing')('https');
const { Agent } = require('node:http');
const asking = 'fetch, with --allow-net, makes requests';

module.exports = {
  Agent,
  Server: missing('Server', 'it has no servers'),
  createServer: missing('createServer', 'it has no servers'),
  get: missing('get', asking),
  globalAgent: new Agent(),
  request: missing('request', asking),
};
