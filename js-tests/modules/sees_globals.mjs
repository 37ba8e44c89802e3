export const seen = Object.getOwnPropertyNames(globalThis).filter(name => name.includes('declare'));
