// Two delays, 11 and 17 ms. And what does yield() inherit?
const log = text => console.log(text);

scheduler.postTask(() => log('delayed task'), { delay: 11 });
setTimeout(() => log('timer'), 17);

scheduler.postTask(async () => {
  log('background: first half');
  scheduler.postTask(() => log('another background task'), { priority: 'background' });
  await Promise.resolve();
  await scheduler.yield();
  log('background: second half');
}, { priority: 'background' });
