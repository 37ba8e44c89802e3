run --order '3:19<9:9,main+1' -
console.log('start');
setTimeout(() => console.log('first'), 5);
scheduler.postTask(() => console.log('second'), { delay: 10 });
