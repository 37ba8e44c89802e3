globalThis.loadedSoOften = (globalThis.loadedSoOften ?? 0) + 1;
exports.count = globalThis.loadedSoOften;
