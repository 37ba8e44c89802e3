export const name = 'real';
export const other = 'other';
export default 'default';
