// args: --virtual-time
// It is the module that awaits, not the timer's source text, which called `then` last.
setTimeout('Promise.resolve().then(() => {})', 5);
await new Promise(() => {});
