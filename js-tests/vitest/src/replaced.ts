// Exports that a test replaces.
export function read() {
  return 'real';
}
export const twice = () => [read(), read()];
export default class Reader {}
const hidden = () => 'hidden';
export { hidden as shown };
export function changed() {
  return 1;
}
changed = () => 2;
