'use strict';
// node:trace_events: there are no categories.

const { missing } = require('node:internal/missing')('trace_events');

module.exports = {
  createTracing: missing('createTracing', 'posttask run --trace records what the event loop does'),
  getEnabledCategories: () => undefined,
};
