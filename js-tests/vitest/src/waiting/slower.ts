await null;
await null;

export const slower = 'slower';
