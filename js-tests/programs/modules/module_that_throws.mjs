setTimeout(() => console.log('timers still run'), 0);
await null;
throw new Error('thrown by a module');
