'use strict';
// _stream_passthrough: part of node:stream.

module.exports = require('node:stream').PassThrough;
