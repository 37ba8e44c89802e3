export const seen = globalThis.variable.get();
