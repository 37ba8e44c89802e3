// The `console` namespace, https://console.spec.whatwg.org/, in the words of posttask.

import { format } from './format.ts';
import { inspect } from './inspect.ts';
import { framesOf } from './names.ts';
import { isObject } from './stored.ts';
import { table } from './table.ts';

/** The methods of a console. `write` receives what each call prints, and `now` is the time in milliseconds. */
export function consoleMethods(write: (text: string) => void, now: () => number) {
  let indentation = '';
  const counts = new Map<string, number>();
  const timers = new Map<string, number>();
  const print = (text: string) => write(indentation + text.replaceAll('\n', `\n${indentation}`));
  const log = (...values: unknown[]) => print(format(values));
  const labeled = (text: string, values: unknown[]) => {
    const rest = format(values);
    return rest === '' ? text : `${text}: ${rest}`;
  };
  const group = (...values: unknown[]) => {
    if (values.length > 0) log(...values);
    indentation += '  ';
  };
  /** Prints the time of a timer. Returns whether there is one. */
  const timeLog = (label: string, values: unknown[]) => {
    const started = timers.get(label);
    if (started === undefined) return print(`there is no timer '${label}'`);
    const data = format(values);
    print(`${label}: ${Math.round((now() - started) * 1e3) / 1e3}ms${data === '' ? '' : ` ${data}`}`);
  };
  return named({
    log, info: log, debug: log, warn: log, error: log, dirxml: log, group, groupCollapsed: group,
    assert(holds?: unknown, ...values: unknown[]) {
      if (!holds) print(labeled('Assertion failed', values));
    },
    clear() {
      indentation = '';
    },
    count(label: unknown = 'default') {
      const name = String(label);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      print(`${name}: ${counts.get(name)}`);
    },
    countReset(label: unknown = 'default') {
      if (!counts.delete(String(label))) print(`there is no count for '${String(label)}'`);
    },
    dir(value?: unknown, options?: unknown) {
      const depth = isObject(options) ? (options as { depth?: unknown }).depth : undefined;
      print(depth === undefined ? inspect(value) : inspect(value, depth === null ? Infinity : lengthOf(depth)));
    },
    groupEnd() {
      indentation = indentation.slice(2);
    },
    table(data?: unknown, properties?: unknown, ...rest: unknown[]) {
      const text = table(data, properties);
      if (text === null) log(...[data, properties, ...rest].slice(0, 1));
      else print(text);
    },
    time(label: unknown = 'default') {
      const name = String(label);
      if (timers.has(name)) print(`the timer '${name}' already exists`);
      else timers.set(name, now());
    },
    timeEnd(label: unknown = 'default') {
      timeLog(String(label), []);
      timers.delete(String(label));
    },
    timeLog(label: unknown = 'default', ...values: unknown[]) {
      timeLog(String(label), values);
    },
    timeStamp() {},
    trace(...values: unknown[]) {
      // The first two frames are those of this file.
      print([labeled('Trace', values), ...framesOf(new Error().stack).slice(2)].join('\n    '));
    },
  });
}

type Method = (...values: unknown[]) => void;

/** Functions that each have the name of their property, as those of a console have. */
function named(methods: Record<string, Method>): Record<string, Method> {
  const entries = Object.entries(methods);
  return Object.assign({}, ...entries.map(([name, call]) => ({ [name]: (...values: unknown[]) => call(...values) })));
}

/** ToLength: https://tc39.es/ecma262/#sec-tolength */
function lengthOf(value: unknown): number {
  return Math.max(Math.trunc(Number(value)) || 0, 0);
}
