'use strict';
// node:inspector: the engine has no debugger.

const { missing } = require('node:internal/missing')('inspector');
const advice = 'the engine has no debugger; posttask replay runs an order in Node';

module.exports = {
  DOMStorage: {},
  Network: {},
  NetworkResources: {},
  Session: missing('Session', advice),
  close() {},
  console: globalThis.console,
  open: missing('open', advice),
  url: () => undefined,
  waitForDebugger: missing('waitForDebugger', advice),
};
