'use strict';
// _stream_readable: part of node:stream.

module.exports = require('node:stream').Readable;
