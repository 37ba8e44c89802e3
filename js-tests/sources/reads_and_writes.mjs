// Reads and writes a property whose kind another file changes.
export const read = object => object.x;
export const write = (object, value) => {
  object.x = value;
};
