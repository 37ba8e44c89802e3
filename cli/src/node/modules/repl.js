'use strict';
// node:repl: posttask has a prompt of its own.

const { missing } = require('node:internal/missing')('repl');
const advice = 'the command posttask repl is a prompt';

class Recoverable extends SyntaxError {
  constructor(error) {
    super();
    this.err = error;
  }
}

module.exports = {
  REPLServer: missing('REPLServer', advice),
  REPL_MODE_SLOPPY: Symbol('repl-sloppy'),
  REPL_MODE_STRICT: Symbol('repl-strict'),
  Recoverable,
  isValidSyntax: missing('isValidSyntax', advice),
  start: missing('start', advice),
  writer: value => require('node:util').inspect(value),
};
