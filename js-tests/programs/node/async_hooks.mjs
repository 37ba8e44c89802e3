// node:async_hooks and node:diagnostics_channel: Node prints the same.
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import channels, { channel, tracingChannel } from 'node:diagnostics_channel';
import EventEmitter, { EventEmitterAsyncResource } from 'node:events';

const storage = new AsyncLocalStorage();
const other = new AsyncLocalStorage();
const log = (label, ...values) => console.log(label, storage.getStore(), other.getStore(), ...values);
const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

log('outside');
console.log(storage.run('a', (...args) => args.join(), 1, 2));
await storage.run('request 1', async () => {
    log('sync');
    setTimeout(() => log('timer'), 1);
    setImmediate(() => log('immediate'));
    process.nextTick(() => log('tick'));
    queueMicrotask(() => log('microtask'));
    await pause(5);
    log('after await');
    await other.run('inner', async () => {
        await null;
        log('nested');
    });
    storage.exit(() => log('exit'));
    log('end');
});
log('outside again');
const requests = [1, 2, 3].map(id =>
    storage.run(id, async () => {
        await pause((4 - id) * 5);
        log(`request ${id}`);
    }),
);
await Promise.all(requests);
const bound = storage.run('bound', () => AsyncLocalStorage.bind(value => log('bind', value)));
bound(7);
const snapshot = storage.run('snapshot', () => AsyncLocalStorage.snapshot());
snapshot(value => log('snapshot', value), 8);
const resource = storage.run('resource', () => new AsyncResource('Job'));
resource.runInAsyncScope(() => log('resource'));
console.log(
    resource.runInAsyncScope((a, b) => a + b, null, 1, 2),
    typeof resource.asyncId(),
);
const emitter = storage.run('emitter', () => new EventEmitterAsyncResource({ name: 'Emitter' }));
emitter.on('x', () => log('emitter'));
storage.run('caller', () => emitter.emit('x'));
const plain = new EventEmitter();
storage.run('listener', () => plain.on('x', () => log('plain')));
storage.run('emits', () => plain.emit('x'));
await new Promise(resolve => {
    setTimeout(() => {
        storage.enterWith('entered');
        log('enterWith');
        setTimeout(() => {
            log('after enterWith');
            resolve();
        }, 1);
    }, 1);
});
log('outside');

const news = channel('news');
const seen = (message, name) => console.log('news', message, name);
console.log(news.hasSubscribers, channels.hasSubscribers('news'));
news.subscribe(seen);
news.publish({ id: 1 });
console.log(news.hasSubscribers, news.unsubscribe(seen), news.unsubscribe(seen));
news.bindStore(storage, message => message.id);
news.runStores({ id: 5 }, () => log('store'));
const traced = tracingChannel('work');
const handlers = Object.fromEntries(
    ['start', 'end', 'asyncStart', 'asyncEnd', 'error'].map(phase => [
        phase,
        context => console.log(phase, context.result, context.error?.message),
    ]),
);
traced.subscribe(handlers);
console.log(traced.traceSync(value => value * 2, {}, null, 4));
try {
    traced.traceSync(() => {
        throw new Error('sync');
    });
} catch (error) {
    console.log(error.message);
}
console.log(await traced.tracePromise(async value => value + 1, {}, null, 1));
await traced.tracePromise(() => Promise.reject(new Error('async'))).catch(error => console.log(error.message));
traced.traceCallback(
    (value, callback) => callback(null, value),
    -1,
    {},
    null,
    9,
    (error, value) => console.log('cb', value),
);
