import PQueue from 'p-queue';

const queue = new PQueue({ concurrency: 1 });
queue.add(async () => console.log('first'));
queue.add(() => console.log('low'), { priority: 1 });
queue.add(() => console.log('high'), { priority: 5 });
await queue.onIdle();
console.log('idle');
