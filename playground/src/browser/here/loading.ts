// Starts programs, as a page or a worker does.

import type { Program } from './program.ts';

/** The address of this script. */
const here = typeof document === 'undefined' ? '' : (document.currentScript as HTMLScriptElement | null)?.src ?? '';

/** A file of this browser with a text. */
const fileOf = (text: string) => URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));

/** Starts a program in this window or this worker. */
export function load({ text, module }: Program): void {
  const file = fileOf(text);
  if (typeof document !== 'undefined') {
    const script = document.createElement('script');
    if (module) script.type = 'module';
    script.src = file;
    document.head.append(script);
  } else if (module) import(/* @vite-ignore */ file).catch(reportError);
  else (globalThis as unknown as { importScripts(file: string): void }).importScripts(file);
}

/** Starts a program in a worker, whose script is this one again. */
export function startWorker(program: Program, port: MessagePort): void {
  const worker = new Worker(fileOf(`importScripts(${JSON.stringify(here)})`));
  worker.postMessage(program, [port]);
}
