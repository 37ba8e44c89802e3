export const read = (): string => 'real';
