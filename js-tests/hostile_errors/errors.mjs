// Errors whose properties are not what a reporter expects.
export const fields = ['message', 'name', 'stack', 'cause', 'errors'];

const shapes = {
  self: error => error,
  mutual: (error, field) => define(new Error('the other error'), field, error),
  'array of self': error => [error],
  proxy: error => {
    const fail = () => { throw error; };
    return new Proxy({}, { get: fail, has: fail, ownKeys: fail, getPrototypeOf: fail, getOwnPropertyDescriptor: fail });
  },
  huge: () => 'x'.repeat(1_000_000),
  deep: (error, field) => {
    let value = 'the innermost value';
    for (let i = 0; i < 10_000; i++) value = define(new Error('nested'), field, value);
    return value;
  },
};

function define(error, field, value) {
  return Object.defineProperty(error, field, { value, configurable: true, writable: true });
}

/** Returns an error with this property. */
export function make(field, shape) {
  const error = field === 'errors' ? new AggregateError([], 'an error') : new Error('an error');
  if (shape === 'throwing getter') {
    return Object.defineProperty(error, field, { configurable: true, get() { throw error; } });
  }
  return define(error, field, shapes[shape](error, field));
}

/** All of them, each with its name. */
export const all = fields.flatMap(field => [...Object.keys(shapes), 'throwing getter'].map(
  shape => [`${field}: ${shape}`, () => make(field, shape)]));
