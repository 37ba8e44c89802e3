console.log('awaits starts');
await null;
console.log('awaits ends');
