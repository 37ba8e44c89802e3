// The program in the fragment of a link: JSON, compressed, in base64url. A browser sends no fragment to a server.

import { DEFAULTS, programFrom, type Program } from './program.ts';

/** What the fragment starts with. */
const START = '#code=';

/** The largest program that a link may hold, in bytes. Anybody may write a link that expands to gigabytes. */
const LARGEST = 1 << 20;

async function through(bytes: Uint8Array<ArrayBuffer>, stream: CompressionStream | DecompressionStream, most: number) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > most) {
      await reader.cancel();
      throw new Error('the program in the link is too large');
    }
    chunks.push(value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function toBase64Url(bytes: Uint8Array): string {
  const text = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0));
}

/** The fragment for a program. Options with their default are left out. Throws an error if it is too large. */
export async function fragmentOf(program: Program): Promise<string> {
  const chosen = Object.entries(program).filter(([name, value]) => value !== DEFAULTS[name as keyof typeof DEFAULTS]);
  const text = new TextEncoder().encode(JSON.stringify(Object.fromEntries(chosen)));
  if (text.length > LARGEST) throw new Error('the program is too large for a link, which holds at most 1 MiB');
  return START + toBase64Url(await through(text, new CompressionStream('deflate-raw'), LARGEST));
}

/** The program of a fragment; `null` if the fragment is another one. Throws an error if it is damaged. */
export async function programOf(fragment: string): Promise<Program | null> {
  if (!fragment.startsWith(START)) return null;
  let data: unknown;
  try {
    const bytes = fromBase64Url(fragment.slice(START.length));
    data = JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream('deflate-raw'), LARGEST)));
  } catch (error) {
    throw new Error(`the program in the link cannot be read: ${error instanceof Error ? error.message : error}`);
  }
  const program = programFrom(data);
  if (program === null) throw new Error('the link holds no program');
  return program;
}
