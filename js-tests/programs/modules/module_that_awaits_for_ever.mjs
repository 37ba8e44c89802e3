console.log('before');
await new Promise(() => {});
console.log('after');
