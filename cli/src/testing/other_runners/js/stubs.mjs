// Globals and variables of the environment that a test replaces.

import runner from 'posttask:runner';

const globals = new Map();

/** By the object that they are in: the original values of variables. */
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

/** What variables are in, if the program has it: `process.env`, and `import.meta.env` of the test file. */
const environments = () => [globalThis.process?.env, runner.env(runner.file())].filter(Boolean);

const FLAGS = ['DEV', 'PROD', 'SSR'];

/** Sets a variable, or removes it. Vite has some variables that are true or false. */
function set(env, name, value) {
  if (value === undefined) delete env[name];
  else if (env === globalThis.process?.env) env[name] = FLAGS.includes(name) ? (value ? '1' : '') : String(value);
  else env[name] = FLAGS.includes(name) ? Boolean(value) : String(value);
}

export function stubEnv(name, value) {
  for (const env of environments()) {
    const stubbed = variables.get(env) ?? new Map();
    variables.set(env, stubbed);
    if (!stubbed.has(name)) stubbed.set(name, env[name]);
    set(env, name, value);
  }
}

export function unstubAllEnvs() {
  for (const [env, stubbed] of variables) for (const [name, original] of stubbed) set(env, name, original);
  variables.clear();
}
