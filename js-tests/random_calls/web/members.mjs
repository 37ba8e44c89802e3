// The members of interfaces, with receivers and arguments of all kinds.

import { pick, random } from '../values.mjs';
import { many, words, wrong } from './values.mjs';

const RECEIVERS = {
  AbortController: () => new AbortController(),
  AbortSignal: () => new AbortController().signal,
  Blob: () => new Blob(['abc']),
  BroadcastChannel: () => new BroadcastChannel('members'),
  ByteLengthQueuingStrategy: () => new ByteLengthQueuingStrategy({ highWaterMark: 2 }),
  CompressionStream: () => new CompressionStream('gzip'),
  CountQueuingStrategy: () => new CountQueuingStrategy({ highWaterMark: 2 }),
  CustomEvent: () => new CustomEvent('x', { detail: 1 }),
  DOMException: () => new DOMException('m', 'AbortError'),
  ErrorEvent: () => new ErrorEvent('x'),
  Event: () => new Event('x'),
  EventTarget: () => new EventTarget(),
  File: () => new File(['abc'], 'name'),
  FormData: () => new FormData(),
  Headers: () => new Headers({ a: '1' }),
  MessageChannel: () => new MessageChannel(),
  MessageEvent: () => new MessageEvent('x'),
  MessagePort: () => new MessageChannel().port1,
  Performance: () => performance,
  PerformanceEntry: () => performance.mark('m'),
  PerformanceMark: () => performance.mark('m'),
  PerformanceMeasure: () => performance.measure('m'),
  PerformanceObserver: () => new PerformanceObserver(() => {}),
  ProgressEvent: () => new ProgressEvent('x'),
  PromiseRejectionEvent: () => new PromiseRejectionEvent('x', { promise: Promise.resolve() }),
  ReadableStream: () => new ReadableStream(),
  ReadableStreamBYOBReader: () => new ReadableStream({ type: 'bytes' }).getReader({ mode: 'byob' }),
  ReadableStreamDefaultReader: () => new ReadableStream().getReader(),
  Request: () => new Request('http://h/'),
  Response: () => new Response('abc'),
  Scheduler: () => scheduler,
  TaskController: () => new TaskController(),
  TaskPriorityChangeEvent: () => new TaskPriorityChangeEvent('x', { previousPriority: 'background' }),
  TaskSignal: () => new TaskController().signal,
  TextDecoder: () => new TextDecoder(),
  TextDecoderStream: () => new TextDecoderStream(),
  TextEncoder: () => new TextEncoder(),
  TransformStream: () => new TransformStream(),
  URL: () => new URL('http://h/p?q#f'),
  URLSearchParams: () => new URLSearchParams('a=1'),
  WritableStream: () => new WritableStream(),
  WritableStreamDefaultWriter: () => new WritableStream().getWriter(),
};

// These would open connections, wait for ever, or depend on what ran before.
const SKIPPED = words(`
  constructor getEntries getEntriesByName getEntriesByType memory navigation timing toJSON eventCounts interactionCount
  read readAtLeast closed ready
`);
const usable = Object.keys(RECEIVERS).filter(name => globalThis[name]);

function membersOf(name) {
  const { prototype } = globalThis[name];
  return Object.getOwnPropertyNames(prototype).filter(member => !SKIPPED.includes(member));
}

// Calls a method with the values, or reads an attribute, or sets it to the first value and reads it again.
function use(name, receiver, member, kind, values) {
  const { value, get, set } = Object.getOwnPropertyDescriptor(globalThis[name].prototype, member) ?? {};
  if (typeof value === 'function') return Reflect.apply(value, receiver, values);
  if (kind === 'read') return get ? Reflect.apply(get, receiver, []) : value;
  if (!set) return 'no setter';
  const result = Reflect.apply(set, receiver, values.slice(0, 1));
  return [result, Reflect.apply(get, receiver, [])];
}

// Which members an interface has differs from host to host, so a name of a member is drawn from a stable list.
const SHARED = words(`
  abort aborted add addEventListener append arrayBuffer blob body bodyUsed bubbles bytes cancel cancelable
  cancelBubble clearMarks clearMeasures clone close code colno composed composedPath currentTarget data decode
  defaultPrevented delete desiredSize detail disconnect dispatchEvent duration encode encodeInto encoding entries
  entryType error eventPhase fatal filename forEach formData get getAll getReader getSetCookie getWriter has hash
  headers highWaterMark host href ignoreBOM initEvent isTrusted json keys lastEventId lineno loaded locked mark
  measure message method mode name now observe ok onabort onmessage onprioritychange origin pathname pipeThrough
  pipeTo port port1 ports postMessage postTask preventDefault previousPriority priority promise protocol readable
  reason redirect releaseLock removeEventListener returnValue search searchParams set setPriority signal size
  slice sort source start status statusText stopPropagation stream takeRecords target tee text throwIfAborted
  toString total type url username values writable write yield
`);

export default {
  'members of interfaces': () => {
    const name = pick(Object.keys(RECEIVERS));
    const member = pick(SHARED.filter(it => usable.includes(name) && membersOf(name).includes(it)));
    const other = pick(Object.keys(RECEIVERS));
    const kind = pick(['read', 'write']);
    const of = random(4) ? name : other;
    const values = many(3, wrong);
    return [
      [name, member ?? 'none', kind, of, values],
      (...all) => {
        if (!usable.includes(all[0]) || !usable.includes(all[3]) || !all[1]) return 'not there';
        const receiver = random(8) ? RECEIVERS[of]() : wrong();
        return use(name, receiver, member, kind, values);
      },
    ];
  },
  'interfaces as functions': () => [
    [pick(Object.keys(RECEIVERS)), random(2) > 0, many(2, wrong)],
    (name, isNew, values) => {
      const it = globalThis[name];
      if (!it) return 'not there';
      return Object.prototype.toString.call(isNew ? new it(...values) : it(...values));
    },
  ],
};
