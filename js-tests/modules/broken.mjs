export const x = 1;
export const = 2;
