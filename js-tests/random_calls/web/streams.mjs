// Streams: scripts of random steps, and constructors with arguments of all kinds.

import { pick, random } from '../values.mjs';
import { show } from './show.mjs';
import { call, dictionary, many, texts, usually, words, wrong } from './values.mjs';

const settled = async (rounds = 12) => {
  for (let left = rounds; left > 0; left--) await null;
};
const marks = usually(() => pick([0, 1, 2, 3, Infinity]));
const strategy = () =>
  pick([
    () => undefined,
    () => dictionary({ highWaterMark: marks, size: usually(() => () => pick([1, 2])) }),
    () => new CountQueuingStrategy({ highWaterMark: random(3) }),
    wrong,
  ])();

// Remembers what happens to a promise, with the step at which it does.
const watched = (log, clock, label, promise) =>
  promise.then(
    value => log.push(`${label} ${describe(value)} @${clock.step}`),
    error => log.push(`${label} fails ${error?.name ?? String(error)} @${clock.step}`),
  );

function describe(value) {
  if (typeof value !== 'object') return String(value);
  if (!value || !('done' in value)) return Object.prototype.toString.call(value);
  return `${value.done} ${ArrayBuffer.isView(value.value) ? show(value.value) : String(value.value)}`;
}

async function readableSteps(kind, settings, steps) {
  const log = [];
  const clock = { step: 0 };
  let controller;
  let reader;
  const source = {
    type: kind === 'bytes' ? 'bytes' : undefined,
    autoAllocateChunkSize: kind === 'bytes' && settings.auto ? 4 : undefined,
    start(it) {
      controller = it;
    },
    pull: settings.pull ? () => log.push(`pull ${controller.desiredSize}`) && undefined : undefined,
    cancel: settings.cancel ? reason => log.push(`cancel ${String(reason)}`) && undefined : undefined,
  };
  const stream = new ReadableStream(source, settings.mark === undefined ? undefined : { highWaterMark: settings.mark });
  const actions = {
    enqueue: value => controller.enqueue(kind === 'bytes' ? new Uint8Array([value, value + 1]) : value),
    close: () => controller.close(),
    error: () => controller.error(new RangeError('e')),
    getReader: () => (reader = stream.getReader()),
    byob: () => (reader = stream.getReader({ mode: 'byob' })),
    read: () =>
      watched(
        log,
        clock,
        'read',
        kind === 'bytes' && reader instanceof ReadableStreamBYOBReader ? reader.read(new Uint8Array(3)) : reader.read(),
      ),
    readMin: () => watched(log, clock, 'min', reader.read(new Uint8Array(4), { min: 2 })),
    release: () => reader.releaseLock(),
    cancel: () => watched(log, clock, 'cancelled', stream.cancel('why')),
    cancelReader: () => watched(log, clock, 'cancelled', reader.cancel('why')),
    closed: () => watched(log, clock, 'closed', reader.closed),
    respond: value => {
      const request = controller.byobRequest;
      log.push(`request ${request?.view?.byteLength}`);
      request?.respond(value % 4);
    },
    respondNew: () =>
      controller.byobRequest?.respondWithNewView(new Uint8Array(controller.byobRequest.view.buffer, 0, 1)),
    desired: () => log.push(`desired ${controller.desiredSize} ${stream.locked}`),
    tee: () => log.push(`tee ${stream.tee().length}`),
    wait: () => settled(),
  };
  for (const [name, value] of steps) {
    clock.step++;
    try {
      await actions[name](value);
    } catch (error) {
      log.push(`${name} ${error.name}`);
    }
  }
  await settled();
  return log;
}

const READABLE = words(`
  enqueue enqueue enqueue close error getReader getReader byob read read read readMin release cancel cancelReader
  closed respond respondNew desired tee wait wait
`);

async function writableSteps(settings, steps) {
  const log = [];
  const clock = { step: 0 };
  let controller;
  let writer;
  const pending = [];
  const sink = {
    start(it) {
      controller = it;
      it.signal.addEventListener('abort', () => log.push(`signal ${String(it.signal.reason)}`));
    },
    write: chunk => {
      log.push(`write ${String(chunk)}`);
      if (chunk === 3) throw new RangeError('write');
      return settings.slow ? new Promise(resolve => pending.push(resolve)) : undefined;
    },
    close: () => log.push('close') && undefined,
    abort: reason => log.push(`abort ${String(reason)}`) && undefined,
  };
  const stream = new WritableStream(sink, settings.mark === undefined ? undefined : { highWaterMark: settings.mark });
  const actions = {
    getWriter: () => (writer = stream.getWriter()),
    write: value => watched(log, clock, `written ${value}`, writer.write(value)),
    close: () => watched(log, clock, 'closing', writer.close()),
    closeStream: () => watched(log, clock, 'closing stream', stream.close()),
    abort: () => watched(log, clock, 'aborting', writer.abort('why')),
    abortStream: () => watched(log, clock, 'aborting stream', stream.abort('why')),
    error: () => controller.error(new RangeError('e')),
    ready: () => watched(log, clock, 'ready', writer.ready),
    closed: () => watched(log, clock, 'closed', writer.closed),
    release: () => writer.releaseLock(),
    desired: () => log.push(`desired ${writer.desiredSize} ${stream.locked}`),
    finish: () => pending.shift()?.(),
    wait: () => settled(),
  };
  for (const [name, value] of steps) {
    clock.step++;
    try {
      await actions[name](value);
    } catch (error) {
      log.push(`${name} ${error.name}`);
    }
  }
  await settled();
  return log;
}

const WRITABLE = words(`
  getWriter getWriter write write write close closeStream abort abortStream error ready closed release desired
  finish wait wait
`);

async function transformSteps(settings, steps) {
  const log = [];
  const clock = { step: 0 };
  let controller;
  const stream = new TransformStream(
    {
      start: it => void (controller = it),
      transform(chunk, it) {
        if (chunk === 3) throw new RangeError('transform');
        if (chunk === 4) it.terminate();
        else for (let left = chunk; left > 0; left--) it.enqueue(`${chunk}.${left}`);
      },
      flush: settings.flush ? it => it.enqueue('flushed') : undefined,
      cancel: reason => log.push(`cancel ${String(reason)}`) && undefined,
    },
    { highWaterMark: settings.writable },
    { highWaterMark: settings.readable },
  );
  const writer = stream.writable.getWriter();
  const reader = stream.readable.getReader();
  const actions = {
    write: value => watched(log, clock, `written ${value}`, writer.write(value)),
    read: () => watched(log, clock, 'read', reader.read()),
    close: () => watched(log, clock, 'closing', writer.close()),
    abort: () => watched(log, clock, 'aborting', writer.abort('why')),
    cancel: () => watched(log, clock, 'cancelling', reader.cancel('why')),
    terminate: () => controller.terminate(),
    error: () => controller.error(new RangeError('e')),
    enqueue: () => controller.enqueue('outside'),
    desired: () => log.push(`${controller.desiredSize} ${writer.desiredSize}`),
    wait: () => settled(),
  };
  for (const it of [writer.closed, writer.ready, reader.closed]) it.catch(() => {});
  for (const [name, value] of steps) {
    clock.step++;
    try {
      await actions[name](value);
    } catch (error) {
      log.push(`${name} ${error.name}`);
    }
  }
  await settled(20);
  return log;
}

const TRANSFORM = words(
  'write write write read read read close abort cancel terminate error enqueue desired wait wait',
);
const script = (names, most) => many(most, () => [pick(names), random(5)]);
const member = usually(() => () => {});

async function fromSteps(values) {
  const log = [];
  const stream = ReadableStream.from(values);
  for await (const it of stream.values({ preventCancel: true })) {
    log.push(it);
    if (log.length > 3) break;
  }
  return [log, stream.locked];
}

export default {
  'steps of ReadableStream': call(readableSteps, () => [
    'default',
    { pull: random(2), cancel: random(2), mark: pick([undefined, 0, 1, 3]) },
    script(
      READABLE.filter(it => !/byob|respond|readMin/.test(it)),
      12,
    ),
  ]),
  'steps of byte streams': call(readableSteps, () => [
    'bytes',
    { pull: random(2), cancel: random(2), auto: random(2), mark: pick([undefined, 0, 3]) },
    script(READABLE, 14),
  ]),
  'steps of WritableStream': call(writableSteps, () => [
    { slow: random(2), mark: pick([undefined, 0, 1, 3]) },
    script(WRITABLE, 14),
  ]),
  'steps of TransformStream': call(transformSteps, () => [
    { flush: random(2), writable: pick([0, 1, 2]), readable: pick([0, 1, 2]) },
    script(TRANSFORM, 14),
  ]),
  'new ReadableStream': call(
    (...all) => new ReadableStream(...all).locked,
    () => [
      pick([
        () => undefined,
        () =>
          dictionary({
            type: usually(() => 'bytes'),
            start: member,
            pull: member,
            cancel: member,
            autoAllocateChunkSize: usually(() => 4),
          }),
        wrong,
      ])(),
      strategy(),
    ],
  ),
  'new WritableStream': call(
    (...all) => new WritableStream(...all).locked,
    () => [
      pick([
        () => undefined,
        () => dictionary({ type: () => undefined, start: member, write: member, close: member, abort: member }),
        wrong,
      ])(),
      strategy(),
    ],
  ),
  'new TransformStream': call(
    (...all) => Object.keys(new TransformStream(...all)),
    () => [
      pick([
        () => undefined,
        () => dictionary({ readableType: usually(() => undefined), start: member, flush: member, transform: member }),
        wrong,
      ])(),
      strategy(),
      strategy(),
    ],
  ),
  'queuing strategies': call(
    (kind, init, value) => {
      const it = new globalThis[kind](init);
      return [it.highWaterMark, it.size(value)];
    },
    () => [
      pick(['CountQueuingStrategy', 'ByteLengthQueuingStrategy']),
      usually(() => ({ highWaterMark: wrong() }))(),
      pick([{ byteLength: 5 }, wrong()]),
    ],
  ),
  ...(ReadableStream.from && {
    'ReadableStream.from': call(fromSteps, () => [
      pick([
        () => many(5, texts),
        texts,
        () => new Set([1, 2]),
        wrong,
        () =>
          (async function* () {
            yield 1;
            throw new RangeError('x');
          })(),
      ])(),
    ]),
  }),
};
