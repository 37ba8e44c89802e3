// A module worker in TypeScript: it imports, and starts a worker of its own.
import { half } from './half.ts';

interface Job { readonly value: number }

const nested = new Worker(new URL('./nested.js', import.meta.url), { name: 'nested' });
nested.onmessage = ({ data }: MessageEvent) => postMessage(data);
onmessage = ({ data }: MessageEvent<Job>) => nested.postMessage(half(data.value));
