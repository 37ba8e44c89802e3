export const value = 1;
throw new Error('thrown');
