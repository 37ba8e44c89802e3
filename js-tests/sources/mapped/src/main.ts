import { Queue } from './queue';

const queue = new Queue<string>();
scheduler.postTask(() => {
  queue.fail('posted');
});
setTimeout(function later(): void {
  queue.fail('set');
});
try {
  queue.fail('called');
} catch (error) {
  console.log((error as Error).stack);
}
