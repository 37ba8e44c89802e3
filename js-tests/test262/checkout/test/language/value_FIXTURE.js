export const value = Promise.resolve(1);
