'use strict';
// _stream_duplex: part of node:stream.

module.exports = require('node:stream').Duplex;
