export const later = 'real';
