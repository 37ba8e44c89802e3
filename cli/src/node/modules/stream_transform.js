'use strict';
// _stream_transform: part of node:stream.

module.exports = require('node:stream').Transform;
