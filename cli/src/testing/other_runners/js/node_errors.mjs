// Errors as Node throws them for wrong arguments: https://nodejs.org/api/errors.html#err_invalid_arg_type

export const failure = (Class, code, message) => Object.assign(new Class(message), { code });

function received(value) {
  if (value === null || value === undefined) return String(value);
  if (typeof value === 'object') return `an instance of ${value.constructor?.name ?? 'Object'}`;
  return `type ${typeof value} (${typeof value === 'string' ? `'${value}'` : String(value)})`;
}

export const wrongType = (name, expected, value) =>
  failure(TypeError, 'ERR_INVALID_ARG_TYPE', `The ${name} must be ${expected}. Received ${received(value)}`);
