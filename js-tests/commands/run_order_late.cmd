run --order '3:19<<2:11' -
console.log('start');
setTimeout(() => console.log('first'), 5);
scheduler.postTask(() => console.log('second'), { delay: 10 });
