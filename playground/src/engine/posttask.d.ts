// The functions of wasm/src/, and the module that contains them. vite.config.ts says where they are.

declare module 'posttask-wasm' {
  /** Starts an instance. */
  export default function init(options: { module_or_path: WebAssembly.Module }): Promise<unknown>;
  export function set_up(): void;
  export function compare(request: string): string;
  export function compiled(request: string): string;
  export function explore(request: string, told: (kind: string, text: string) => void): string;
  export function timelines(request: string): string;

  /** A program that runs. */
  export class Run {
    constructor(request: string, print: (kind: string, text: string) => void);
    /** How long to wait, in milliseconds; `undefined` if the program has ended. */
    advance(): number | undefined;
    finish(): string;
  }
}

declare module 'posttask-wasm/module?url' {
  const url: string;
  export default url;
}
