export const from = 'a .js file with export';
