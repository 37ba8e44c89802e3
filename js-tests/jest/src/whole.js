export const name = 'whole';
export const shout = text => text.toUpperCase();
