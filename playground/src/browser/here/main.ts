// Runs in a frame of the page, or in a worker of that frame, before a program: a console that sends what is printed to
// the page. The program is a file of its own, so its directives, its lines and its names are its own, too.

import { consoleMethods } from '../console/console.ts';
import { inspect } from '../console/inspect.ts';
import { isError } from '../console/kind.ts';
import { errorWords, join } from '../console/names.ts';
import { isObject, rememberProxies } from '../console/stored.ts';
import { keepIdlePeriods } from './idle.ts';
import { Lines } from './lines.ts';
import { load, startWorker } from './loading.ts';
import type { Program } from './program.ts';

function setUp(port: MessagePort): void {
  const lines = new Lines(port);
  const now = performance.now.bind(performance);
  Object.assign(console, consoleMethods(text => lines.add(text), now));
  rememberProxies(globalThis);
  if (typeof requestIdleCallback !== 'undefined') keepIdlePeriods(window);
  addEventListener('unhandledrejection', event => {
    lines.add(`Uncaught (in promise) ${described(event.reason)}`);
    event.preventDefault();
  });
  addEventListener('error', event => {
    // A script that another origin has served tells nothing; this one always does.
    if (!(event instanceof ErrorEvent)) return;
    lines.add(`Uncaught ${event.error === undefined || event.error === null ? event.message : described(event.error)}`);
    event.preventDefault();
  });
}

/** An uncaught value: an error without its stack. */
function described(value: unknown): string {
  return isObject(value) && isError(value) ? join(...errorWords(value)) : inspect(value);
}

addEventListener('message', ({ data, ports: [port] }: MessageEvent<Program>) => {
  if (port === undefined) return;
  if (data.inWorker) return startWorker({ ...data, inWorker: false }, port);
  setUp(port);
  load(data);
}, { once: true });
