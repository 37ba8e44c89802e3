// The worker that runs programs. It may be terminated at any time.

import init, { compare, compiled, explore, Run, set_up, timelines } from 'posttask-wasm';
import { Batches } from './batches.ts';
import { crashOf, forPage } from './messages.ts';
import type { Answers, Compared, Printed, Question, Reply, Report, Request, Start, Uncaught } from './protocol.ts';

/** The global scope. Its property `panicked` is the message of a panic. */
const self = globalThis as unknown as {
  panicked?: string;
  onmessage: (event: MessageEvent<Start | Question>) => void;
  postMessage(message: Reply): void;
};

function reply(message: Reply): void {
  self.postMessage(message);
}

/** Runs a program. Between the turns of real time, the worker waits as the program does. */
async function run(request: string): Promise<Answers['run']> {
  const batches = new Batches<Printed>(value => reply({ kind: 'printed', value }), () => performance.now());
  const print = (kind: string, text: string) => {
    if (kind !== 'error') batches.add({ kind: kind as 'out' | 'err', text });
    else {
      const error = JSON.parse(text) as Uncaught;
      batches.add({ kind, error: { ...error, headline: forPage(error.headline) } });
    }
  };
  try {
    const running = new Run(request, print);
    for (;;) {
      const wait = running.advance();
      if (wait === undefined) return JSON.parse(running.finish());
      batches.flush();
      await new Promise(resolve => setTimeout(resolve, wait));
    }
  } finally {
    // Also what was printed before a crash.
    batches.flush();
  }
}

/** A report with the errors in the words of the page. */
function reportFrom(text: string): Report {
  const report = JSON.parse(text) as Report;
  for (const error of report.outcomes.flatMap(({ errors }) => errors)) error.headline = forPage(error.headline);
  return report;
}

/** What several hosts printed, with the errors in the words of the page. */
function comparedFrom(text: string): Compared {
  const compared = JSON.parse(text) as Compared;
  for (const group of compared.groups) {
    group.lines = group.lines.map(line => line.startsWith('Uncaught ') ? forPage(line) : line);
  }
  return compared;
}

/** Answers a question. */
async function answer(kind: Question['kind'], request: Request): Promise<Answers[typeof kind]> {
  const text = JSON.stringify(request);
  switch (kind) {
    case 'run': return run(text);
    case 'explore': {
      const tell = (what: string, value: string) =>
        reply(what === 'report' ? { kind: what, value: reportFrom(value) } : {
          kind: what as 'progress',
          value: JSON.parse(value),
        });
      return reportFrom(explore(text, tell));
    }
    case 'compare': return comparedFrom(compare(text));
    case 'timelines': return JSON.parse(timelines(text));
    case 'compiled': return JSON.parse(compiled(text));
  }
}

/** Whether an exception is a trap of WebAssembly, after which the instance is not usable. */
function isTrap(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || error instanceof RangeError || self.panicked !== undefined;
}

self.onmessage = async ({ data }: MessageEvent<Start | Question>) => {
  try {
    if ('module' in data) {
      await init({ module_or_path: data.module });
      set_up();
      reply({ kind: 'ready' });
    } else {
      reply({ kind: 'answer', value: await answer(data.kind, data.request) });
    }
  } catch (error) {
    if (isTrap(error)) reply({ kind: 'crashed', message: crashOf(error, self.panicked) });
    else reply({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  }
};
