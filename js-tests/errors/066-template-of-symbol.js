const id = Symbol('id');
function key() {
  return `key ${id}`;
}
key();
