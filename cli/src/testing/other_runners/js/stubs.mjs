// Globals and variables of the environment that a test replaces.

const globals = new Map();
const variables = new Map();

export function stubGlobal(name, value) {
  if (!globals.has(name)) globals.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: true });
}

export function unstubAllGlobals() {
  for (const [name, original] of globals) {
    if (original) Object.defineProperty(globalThis, name, original);
    else Reflect.deleteProperty(globalThis, name);
  }
  globals.clear();
}

function environment() {
  const { process } = globalThis;
  if (!process?.env) throw new Error('stubEnv needs process.env: add --node');
  return process.env;
}

export function stubEnv(name, value) {
  // The compiler replaces it by a constant.
  if (name === 'NODE_ENV') throw new Error('stubEnv cannot change NODE_ENV, which is a constant in posttask');
  const env = environment();
  if (!variables.has(name)) variables.set(name, env[name]);
  if (value === undefined) delete env[name];
  else env[name] = String(value);
}

export function unstubAllEnvs() {
  if (variables.size === 0) return;
  const env = environment();
  for (const [name, original] of variables) {
    if (original === undefined) delete env[name];
    else env[name] = original;
  }
  variables.clear();
}
