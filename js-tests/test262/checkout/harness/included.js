globalThis.included = 7;
