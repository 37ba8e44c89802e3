'use strict';
// node:dgram: there are no sockets.

const { missing } = require('node:internal/missing')('dgram');
const advice = 'it has no sockets; fetch, with --allow-net, makes requests';

module.exports = { Socket: missing('Socket', advice), createSocket: missing('createSocket', advice) };
