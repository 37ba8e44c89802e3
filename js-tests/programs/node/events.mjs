// node:events: Node prints the same.
import EventEmitter, { EventEmitter as Named, errorMonitor, getEventListeners, on, once } from 'node:events';
import { createRequire } from 'node:module';

const log = (...values) => console.log(...values);
const attempt = (label, steps) => {
    try {
        log(label, steps());
    } catch (error) {
        log(label, 'threw', error.name, error.code ?? '', error.message);
    }
};

log(EventEmitter === Named, EventEmitter.defaultMaxListeners, typeof EventEmitter.once);
const emitter = new EventEmitter();
emitter.on('newListener', type => log('new', type));
emitter.on('removeListener', type => log('removed', type));
function first(...args) {
    log('first', this === emitter, args.join());
}
function second() {
    log('second');
}
emitter.on('x', first);
emitter.prependListener('x', second);
emitter.once('x', function third() {
    log('third');
});
log(emitter.emit('x', 1, 2), emitter.emit('x'), emitter.emit('nothing'));
log(
    emitter.eventNames().map(String).join(),
    emitter.listenerCount('x'),
    emitter
        .listeners('x')
        .map(({ name }) => name)
        .join(),
);
emitter.off('x', first);
log(emitter.rawListeners('x').length);
emitter.removeAllListeners('x');
log(emitter.listenerCount('x'));
attempt('no error', () => new EventEmitter().emit('error', new RangeError('lost')));
attempt('no error object', () => new EventEmitter().emit('error', { a: 1 }));
attempt('no value', () => new EventEmitter().emit('error'));
attempt('listener', () => emitter.on('y', 'text'));
attempt('count', () => emitter.setMaxListeners(-1));
attempt('count type', () => emitter.setMaxListeners('1'));
const monitored = new EventEmitter();
monitored.on(errorMonitor, error => log('monitor', error.message));
monitored.on('error', error => log('handled', error.message));
monitored.emit('error', new Error('seen'));

// Listeners that change the list while it is called.
const changing = new EventEmitter();
changing.on('go', () => {
    log('a');
    changing.removeListener('go', b);
    changing.on('go', () => log('added'));
});
function b() {
    log('b');
}
changing.on('go', b);
changing.emit('go');
changing.emit('go');

// Subclasses, and functions that call the constructor.
class Sub extends EventEmitter {
    constructor() {
        super();
        this.own = 1;
    }
}
log(new Sub() instanceof EventEmitter, Object.keys(new Sub()).join());
function Old() {
    EventEmitter.call(this);
}
Object.setPrototypeOf(Old.prototype, EventEmitter.prototype);
const old = new Old();
old.on('z', value => log('old', value));
old.emit('z', 3);

const captured = new EventEmitter({ captureRejections: true });
captured.on('job', async value => {
    throw new Error(`rejected ${value}`);
});
captured.on('error', error => log('captured', error.message));
captured.emit('job', 7);
await null;
await new Promise(resolve => setTimeout(resolve, 1));

setTimeout(() => emitter.emit('later', 'value', 2), 1);
log(await once(emitter, 'later'));
setTimeout(() => emitter.emit('error', new Error('instead')), 1);
await once(emitter, 'never').catch(error => log('rejected', error.message));
const controller = new AbortController();
setTimeout(() => controller.abort('why'), 1);
await once(emitter, 'never', { signal: controller.signal }).catch(error => log(error.name, error.code, error.cause));

const source = new EventEmitter();
setTimeout(() => {
    source.emit('part', 1);
    source.emit('part', 2);
}, 1);
for await (const [value] of on(source, 'part')) {
    log('part', value);
    if (value === 2) break;
}
log(source.listenerCount('part'));
const target = new EventTarget();
setTimeout(() => target.dispatchEvent(new Event('go')), 1);
const [event] = await once(target, 'go');
log(event.type);
log(createRequire(import.meta.url)('events') === EventEmitter);
const { signal } = new AbortController();
signal.addEventListener('abort', first);
signal.addEventListener('abort', b, { capture: true });
log(
    getEventListeners(signal, 'abort').length,
    getEventListeners(signal, 'none').length,
    getEventListeners(changing, 'go').length,
);
attempt('not a target', () => getEventListeners({}, 'x'));
