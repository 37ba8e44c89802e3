run --order '3:20<2:11' -
console.log('start');
setTimeout(() => console.log('first'), 5);
scheduler.postTask(() => console.log('second'), { delay: 10 });
