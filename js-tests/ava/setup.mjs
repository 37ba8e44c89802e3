globalThis.isSetUp = true;
