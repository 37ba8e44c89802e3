// Runs a program in this browser: in a window of its own.

import { element } from '../dom.ts';
import type { Compiled } from '../engine/protocol.ts';
import type { Lines, Program } from './here/program.ts';

/** What a program did in this browser. */
export interface Here {
  /** What the program printed, one item for each call. */
  printed: string[];
  /** Why that may not be all; empty if it is. */
  ending: string;
}

/** How long the program may take longer than predicted, in milliseconds: a window does not tell when it is idle. */
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

/**
 * Runs a program that is predicted to take this number of milliseconds: in the window of a frame, which has neither
 * this origin nor a network, or in a worker of that frame.
 */
export async function runHere(compiled: Compiled, time: number, stop: AbortSignal): Promise<Here> {
  const frame = await openFrame();
  const { port1: port, port2 } = new MessageChannel();
  const program: Program = { ...compiled, inWorker: needsWorker(navigator.userAgent, compiled.text) };
  frame.contentWindow?.postMessage(program, '*', [port2]);
  const printed: string[] = [];
  return new Promise(resolve => {
    const end = (ending: string) => {
      clearTimeout(timer);
      port.close();
      frame.remove();
      resolve({ printed, ending });
    };
    const isLong = time + LATER > LONGEST;
    const ending = isLong ? `It was stopped after ${LONGEST / 1_000} seconds.` : '';
    const timer = setTimeout(() => end(ending), Math.min(time + LATER, LONGEST));
    const stopped = () => end('It was stopped.');
    stop.addEventListener('abort', stopped);
    if (stop.aborted) stopped();
    port.onmessage = ({ data }: MessageEvent<Lines>) => {
      printed.push(...data.lines);
      if (printed.length > MOST) end(`It was stopped after ${MOST} lines.`);
    };
  });
}

/** Opens a frame for a program. It is in sight, although nobody sees it: other frames get no animation frames. */
function openFrame(): Promise<HTMLIFrameElement> {
  const frame = element('iframe', {
    class: 'here-frame', sandbox: 'allow-scripts', title: 'The window of the program', 'aria-hidden': 'true',
    tabindex: -1, src: 'frame.html',
  });
  return new Promise(resolve => {
    frame.addEventListener('load', () => resolve(frame), { once: true });
    document.body.append(frame);
  });
}

/** Whether a program names the locks of `navigator`, which belong to an origin: the frame has none. */
export function needsOrigin(program: string): boolean {
  return /\bnavigator\s*\.\s*locks\b/.test(program);
}

/** What windows have, and workers of browsers do not. */
const ONLY_WINDOWS = /\b(?<!\.)(?:requestIdleCallback|cancelIdleCallback|window)\b/;

/**
 * Whether a program runs in a worker here. Chromium on desktops has a process for each frame without an origin.
 * Elsewhere, such a frame may share its thread with the page, and then no button stops a program that never ends,
 * unless it is in a worker: so it is, if it needs no window.
 */
export function needsWorker(agent: string, program: string): boolean {
  const hasProcess = /Chrome\//.test(agent) && !/Android/.test(agent);
  return !hasProcess && !ONLY_WINDOWS.test(program);
}

/** Whether two outputs differ in numbers alone, such as times. */
export function differInNumbers(one: readonly string[], other: readonly string[]): boolean {
  const rest = (line: string) => comparable(line).replace(/\d+(\.\d+)?/g, '0');
  return one.map(rest).join('\n') === other.map(rest).join('\n');
}

/**
 * A text that two consoles print alike: without stacks, which name other files, without what only an engine knows of
 * promises, without the times of `console.time`, and on one line.
 */
export function comparable(text: string): string {
  // The properties of an error come after its last frame.
  const line = text.replace(/\n\s+at .*?(?= \{|\n|$)/g, '').replace(/\s+/g, ' ').trim();
  // Whether an error has a stack depends on the engine.
  const errors = line.replace(/\[((?:\w*Error|\w*Exception)\b[^\][]*)\]/g, '$1');
  return withoutPromiseStates(errors).replace(/: \d+(\.\d+)?ms\b/g, ': 0ms');
}

/** A text without what is between the braces of promises. */
function withoutPromiseStates(text: string): string {
  const start = /\bPromise\]? \{/.exec(text);
  if (start === null) return text;
  const contents = start.index + start[0].length;
  let depth = 1;
  let end = contents;
  for (; end < text.length && depth > 0; end++) depth += text[end] === '{' ? 1 : text[end] === '}' ? -1 : 0;
  return `${text.slice(0, contents)} … }${withoutPromiseStates(text.slice(end))}`;
}
