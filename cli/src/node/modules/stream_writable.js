'use strict';
// _stream_writable: part of node:stream.

module.exports = require('node:stream').Writable;
