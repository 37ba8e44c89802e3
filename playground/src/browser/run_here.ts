// Runs a program in this browser: in a worker of its own, which has the same scheduler, timers and channels as a page.

import type { Compiled } from '../engine/protocol.ts';
import prelude from './prelude.js?raw';

/** What a program did in this browser. */
export interface Here {
  /** What the program printed, one item for each call. */
  printed: string[];
  /** Why that may not be all; empty if it is. */
  ending: string;
}

/** How long the program may take longer than predicted, in milliseconds: a worker does not tell when it has ended. */
const LATER = 1_000;

/** The time after which a program is stopped, in milliseconds. */
const LONGEST = 10_000;

/** The number of items after which a program is stopped. */
const MOST = 10_000;

/** This browser, and the profile for it: that of Chromium also for browsers that nobody has recorded. */
export function thisBrowser(agent: string): { name: string; profile: 'chromium' | 'firefox' } {
  const firefox = /Firefox\/(\d+)/.exec(agent)?.[1];
  if (firefox !== undefined) return { name: `Firefox ${firefox}`, profile: 'firefox' };
  const chromium = /Chrome\/(\d+)/.exec(agent)?.[1];
  return { name: chromium === undefined ? 'This browser' : `Chromium ${chromium}`, profile: 'chromium' };
}

/** Runs a program that is predicted to take this number of milliseconds. */
export function runHere({ text, module }: Compiled, time: number, stop: AbortSignal): Promise<Here> {
  const url = URL.createObjectURL(new Blob([prelude, '\n', text], { type: 'text/javascript' }));
  const worker = new Worker(url, { type: module ? 'module' : 'classic' });
  const printed: string[] = [];
  return new Promise(resolve => {
    const end = (ending: string) => {
      clearTimeout(timer);
      worker.terminate();
      URL.revokeObjectURL(url);
      resolve({ printed, ending });
    };
    const isLong = time + LATER > LONGEST;
    const ending = isLong ? `It was stopped after ${LONGEST / 1_000} seconds.` : '';
    const timer = setTimeout(() => end(ending), Math.min(time + LATER, LONGEST));
    stop.addEventListener('abort', () => end('It was stopped.'));
    worker.onmessage = ({ data }) => {
      if (Array.isArray(data?.lines)) printed.push(...data.lines.map(String));
      if (printed.length > MOST) end(`It was stopped after ${MOST} lines.`);
    };
    // An error before the program has started: it does not parse.
    worker.onerror = event => {
      event.preventDefault();
      printed.push(`Uncaught ${event.message.replace(/^Uncaught /, '')}`);
    };
  });
}

/** What windows have, and workers of browsers do not. */
const ONLY_WINDOWS = /\b(?<!\.)(?:requestIdleCallback|cancelIdleCallback|window)\b/g;

/** What a program names that a worker of a browser does not have, each once. */
export function missingIn(program: string): string[] {
  return [...new Set(program.match(ONLY_WINDOWS))];
}

/** Whether two outputs differ in numbers alone, such as times. */
export function differInNumbers(one: readonly string[], other: readonly string[]): boolean {
  const rest = (line: string) => comparable(line).replace(/\d+(\.\d+)?/g, '0');
  return one.map(rest).join('\n') === other.map(rest).join('\n');
}

/** A text that two consoles print alike: without stacks, which name other files, and on one line. */
export function comparable(text: string): string {
  return text.replace(/\n\s+at .*/g, '').replace(/\s+/g, ' ').trim();
}
