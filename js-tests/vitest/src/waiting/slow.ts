await null;

export const slow = 'slow';
