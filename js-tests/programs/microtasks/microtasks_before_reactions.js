// args: --virtual-time
// Observable 4: a task's microtasks run before its promise is resolved.
const log = [];
scheduler.postTask(() => {
  Promise.resolve().then(() => log.push('m1')).then(() => log.push('m2')).then(() => log.push('m3'));
}).then(() => log.push('R'));
// There is a microtask checkpoint between two listeners if the host dispatches the event, but not if a script does.
const timeout = AbortSignal.timeout(1), order = [];
timeout.addEventListener('abort', () => { order.push('a1'); queueMicrotask(() => order.push('q')); });
timeout.addEventListener('abort', () => order.push('a2'));
const scripted = new AbortController(), script = [];
scripted.signal.addEventListener('abort', () => { script.push('a1'); queueMicrotask(() => script.push('q')); });
scripted.signal.addEventListener('abort', () => script.push('a2'));
scheduler.postTask(() => { scripted.abort(); script.push('end'); });
setTimeout(() => console.log(`${log}\n${order}\n${script}`), 20);
