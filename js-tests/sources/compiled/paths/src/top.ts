export const top = 'found by baseUrl';
