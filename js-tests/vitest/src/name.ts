export const getName = (): string => 'real';
