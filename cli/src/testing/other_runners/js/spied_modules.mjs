// Spies on what modules export.

const { helpers } = globalThis.__posttask;

/** By namespace: an object whose properties are its exports, and change them. */
const objects = new WeakMap();

function objectOf(namespace) {
  return new Proxy(
    { ...namespace },
    {
      get: (_, name) => namespace[name],
      getOwnPropertyDescriptor: (exports, name) =>
        Object.hasOwn(exports, name)
          ? { value: namespace[name], writable: true, enumerable: true, configurable: true }
          : undefined,
      defineProperty(_, name, { value, get, set }) {
        if (get ?? set) throw new TypeError(`the export '${name}' cannot be made a getter: use vi.mock`);
        const replace = helpers.replacerOf(namespace, name);
        replace?.(value);
        return replace !== undefined;
      },
    },
  );
}

/** Returns what a spy on a property of an object changes: for the namespace of a module, its exports. */
export function spiedObject(object, name) {
  if (object?.[Symbol.toStringTag] !== 'Module' || !helpers.replacerOf(object, name)) return object;
  if (!objects.has(object)) objects.set(object, objectOf(object));
  return objects.get(object);
}
