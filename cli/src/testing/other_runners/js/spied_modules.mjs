// Spies on what modules export.

const { helpers } = globalThis.__posttask;

/** Returns what a spy on a property of an object changes: for the namespace of a module, its exports. */
export function spiedObject(object, name) {
  const isReplaceable = object?.[Symbol.toStringTag] === 'Module' && helpers.replacerOf(object, name);
  return isReplaceable ? helpers.exportsOf(object) : object;
}
