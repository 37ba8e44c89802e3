'use strict';
// node:tty: https://nodejs.org/api/tty.html

const host = require('node:internal/host');
const { missing } = require('node:internal/missing')('tty');

module.exports = {
  ReadStream: missing('ReadStream', 'process.stdin cannot be read'),
  WriteStream: missing('WriteStream', 'use process.stdout or process.stderr'),
  isatty: fd => Number.isInteger(fd) && fd >= 0 && fd <= 2 && host.isTerminal(fd),
};
