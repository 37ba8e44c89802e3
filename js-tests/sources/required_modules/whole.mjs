export const dep = 'world';
export { dep as 'module.exports' };
