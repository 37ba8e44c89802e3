// Objects as they are stored. Nothing here runs code of the program, which may also have replaced built-in functions.

const proxies = new WeakSet<object>();

/** Remembers the proxies that are created from now on: a script cannot tell them from other objects. */
export function rememberProxies(global: typeof globalThis): void {
  const { Proxy: Original } = global;
  const remember = <T extends object>(proxy: T): T => {
    proxies.add(proxy);
    return proxy;
  };
  global.Proxy = new Original(Original, {
    construct: (target, list) => remember(Reflect.construct(target, list)),
    get(target, key) {
      if (key !== 'revocable') return Reflect.get(target, key);
      return (object: object, handler: ProxyHandler<object>) => {
        const revocable = Original.revocable(object, handler);
        remember(revocable.proxy);
        return revocable;
      };
    },
  });
}

/** Whether an object is a proxy. */
export function isProxy(object: object): boolean {
  return proxies.has(object);
}

/** Whether a value is an object or a function. */
export function isObject(value: unknown): value is object {
  return typeof value === 'object' ? value !== null : typeof value === 'function';
}

/** The own property of an object, as stored. */
export function ownProperty(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  return isProxy(object) ? undefined : Object.getOwnPropertyDescriptor(object, key);
}

/** The own property keys of an object. */
export function ownKeys(object: object): (string | symbol)[] {
  return isProxy(object) ? [] : Reflect.ownKeys(object);
}

/** The own enumerable data properties of an object. */
export function entries(object: object): [string | symbol, unknown][] {
  return ownKeys(object).flatMap(key => {
    const property = ownProperty(object, key);
    return property?.enumerable && 'value' in property ? [[key, property.value]] : [];
  });
}

/** The object and its prototype chain, up to the first proxy. */
export function prototypes(object: object): object[] {
  const chain: object[] = [];
  for (let next: object | null = object; next !== null && !isProxy(next); next = Object.getPrototypeOf(next)) {
    chain.push(next);
  }
  return chain;
}

/** A property of the object or of its prototype chain, as stored. */
export function property(object: object, key: PropertyKey): PropertyDescriptor | undefined {
  for (const holder of prototypes(object)) {
    const found = ownProperty(holder, key);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The text of a property of the object or of its prototype chain. */
export function text(object: object, key: PropertyKey): string | undefined {
  const value: unknown = property(object, key)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The value of a property, unless its getter is a function of the program. */
export function nativeAttribute(object: object, key: PropertyKey): unknown {
  const found = property(object, key);
  if (found?.get === undefined) return found?.value;
  if (!/\{\s*\[native code\]\s*\}$/.test(Function.prototype.toString.call(found.get))) return undefined;
  try {
    return Reflect.apply(found.get, object, []);
  } catch {
    return undefined;
  }
}
