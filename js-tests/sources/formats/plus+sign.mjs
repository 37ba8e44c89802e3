export const spaces = 'percent-encoded';
