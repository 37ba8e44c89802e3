'use strict';
// node:v8: the engine is Boa.

const { missing } = require('node:internal/missing')('v8');
const advice = 'the engine is not V8; structuredClone copies values';

module.exports = {
  cachedDataVersionTag: () => 0,
  deserialize: missing('deserialize', advice),
  getHeapSnapshot: missing('getHeapSnapshot', advice),
  getHeapSpaceStatistics: () => [],
  getHeapStatistics: () => ({
    total_heap_size: 0,
    used_heap_size: 0,
    heap_size_limit: 0,
    total_available_size: 0,
    total_physical_size: 0,
    malloced_memory: 0,
    peak_malloced_memory: 0,
    number_of_native_contexts: 1,
    external_memory: 0,
  }),
  serialize: missing('serialize', advice),
  setFlagsFromString() {},
  startupSnapshot: { isBuildingSnapshot: () => false },
  takeCoverage() {},
  stopCoverage() {},
  writeHeapSnapshot: missing('writeHeapSnapshot', advice),
};
