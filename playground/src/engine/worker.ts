// The worker that runs programs. It may be terminated at any time.

import init, { compare, compiled, explore, Run, set_up, timelines } from 'posttask-wasm';
import { Batches } from './batches.ts';
import type { Answers, Printed, Question, Reply, Request, Start } from './protocol.ts';

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
    batches.add(kind === 'error' ? { kind, error: JSON.parse(text) } : { kind: kind as 'out' | 'err', text });
  };
  const running = new Run(request, print);
  for (;;) {
    const wait = running.advance();
    if (wait === undefined) break;
    batches.flush();
    await new Promise(resolve => setTimeout(resolve, wait));
  }
  batches.flush();
  return JSON.parse(running.finish());
}

/** Answers a question. */
async function answer(kind: Question['kind'], request: Request): Promise<Answers[typeof kind]> {
  const text = JSON.stringify(request);
  switch (kind) {
    case 'run': return run(text);
    case 'explore': {
      const tell = (what: string, value: string) => reply({ kind: what as 'progress', value: JSON.parse(value) });
      return JSON.parse(explore(text, tell));
    }
    case 'compare': return JSON.parse(compare(text));
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
    const message = self.panicked ?? (error instanceof Error ? error.message : String(error));
    reply({ kind: isTrap(error) ? 'crashed' : 'failed', message });
  }
};
