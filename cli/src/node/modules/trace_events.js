'use strict';
// node:trace_events: nothing is recorded. posttask run --trace records what the event loop does.

module.exports = {
  createTracing: ({ categories }) => ({ categories: categories.join(), disable() {}, enable() {}, enabled: false }),
  getEnabledCategories: () => undefined,
};
