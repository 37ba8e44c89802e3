// args: --virtual-time
// The module awaits, and not the text of the timer that called `then` last.
setTimeout('Promise.resolve().then(() => {})', 5);
await new Promise(() => {});
