// The engine as the page sees it: questions, answers, and a button that stops everything.

import type { Answers, Events, Reply, Request } from './protocol.ts';
import wasm from 'posttask-wasm/module?url';

/** The user has stopped what was running. */
export class Stopped extends Error {
  override message = 'stopped';
}

/** A question that has not been answered. */
interface Asked {
  resolve(value: Answers[keyof Answers]): void;
  reject(error: Error): void;
  tell: Partial<{ [Kind in keyof Events]: (value: Events[Kind]) => void }>;
}

/** Runs programs in a worker, one at a time. */
export class Engine {
  #module: Promise<WebAssembly.Module> | null = null;
  #worker: Promise<Worker> | null = null;
  #started: Worker | null = null;
  #asked: Asked | null = null;
  #beside: AbortController | null = null;

  /** Whether something is running. */
  get isBusy(): boolean {
    return this.#asked !== null || this.#beside !== null;
  }

  /** Gets ready, so that the first program starts at once. */
  async start(): Promise<void> {
    await this.#ready();
  }

  /** Asks the worker. What was running before is stopped. */
  async ask<Kind extends keyof Answers>(
    kind: Kind,
    request: Request,
    tell: Asked['tell'] = {},
  ): Promise<Answers[Kind]> {
    this.stop();
    return new Promise<Answers[Kind]>((resolve, reject) => {
      const asked: Asked = { resolve: resolve as Asked['resolve'], reject, tell };
      this.#asked = asked;
      this.#ready().then(
        worker => {
          if (this.#asked === asked) worker.postMessage({ kind, request });
        },
        (error: unknown) => this.#end(asked, () => reject(error instanceof Error ? error : new Error(String(error)))),
      );
    });
  }

  /** Runs something without the engine, which is stopped as a question is. */
  async beside<T>(run: (stop: AbortSignal) => Promise<T>): Promise<T> {
    this.stop();
    const beside = new AbortController();
    this.#beside = beside;
    try {
      const result = await run(beside.signal);
      if (beside.signal.aborted) throw new Stopped();
      return result;
    } finally {
      if (this.#beside === beside) this.#beside = null;
    }
  }

  /** Stops what is running: its question is rejected with `Stopped`. The next worker starts at once. */
  stop(): void {
    this.#beside?.abort();
    this.#beside = null;
    const asked = this.#asked;
    if (asked === null) return;
    this.#restart();
    this.#end(asked, () => asked.reject(new Stopped()));
  }

  #end(asked: Asked, settle: () => void): void {
    if (this.#asked !== asked) return;
    this.#asked = null;
    settle();
  }

  #restart(): void {
    this.#started?.terminate();
    this.#started = null;
    this.#worker = null;
    // A worker that does not start is reported to whoever asks next.
    this.#ready().catch(() => {});
  }

  #ready(): Promise<Worker> {
    this.#module ??= WebAssembly.compileStreaming(fetch(wasm));
    this.#worker ??= this.#create(this.#module);
    return this.#worker;
  }

  /** Starts a worker, which is loaded while the module is. */
  #create(module: Promise<WebAssembly.Module>): Promise<Worker> {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
    this.#started = worker;
    let isReady = false;
    return new Promise((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<Reply>) => {
        if (data.kind === 'ready') {
          isReady = true;
          resolve(worker);
        } else if (isReady && this.#started === worker) this.#receive(data);
        else if ('message' in data) reject(new Error(data.message));
      };
      worker.onerror = event => reject(new Error(event.message || 'the worker did not start'));
      module.then(module => worker.postMessage({ module }), reject);
    });
  }

  #receive(reply: Exclude<Reply, { kind: 'ready' }>): void {
    const asked = this.#asked;
    if (asked === null) return;
    switch (reply.kind) {
      case 'printed': return asked.tell.printed?.(reply.value);
      case 'progress': return asked.tell.progress?.(reply.value);
      case 'report': return asked.tell.report?.(reply.value);
      case 'answer': return this.#end(asked, () => asked.resolve(reply.value));
      case 'failed': return this.#end(asked, () => asked.reject(new Error(reply.message)));
      case 'crashed':
        this.#restart();
        return this.#end(asked, () => asked.reject(new Error(reply.message)));
    }
  }
}
