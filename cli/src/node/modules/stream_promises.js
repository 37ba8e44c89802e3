'use strict';
// node:stream/promises

const { promises } = require('node:stream');

module.exports = { finished: promises.finished, pipeline: promises.pipeline };
