// needs: intent
// depth: 2
// fails: the message that adds the job runs before the task after which the worker waits to be woken, so the
//   wake-up is lost; and the watchdog (20 ms) is so late that it is stopped first (30 ms, started earlier).
const RANK = { 'user-blocking': 0, 'user-visible': 1, background: 2 };

class JobQueue {
  constructor() {
    this.jobs = [];
    this.added = 0;
  }

  push(job) {
    this.jobs.push({ ...job, age: ++this.added });
    this.jobs.sort((a, b) => RANK[a.priority] - RANK[b.priority] || a.age - b.age);
  }

  shift() {
    return this.jobs.shift();
  }
}

class Pool {
  constructor(size) {
    this.queue = new JobQueue();
    this.waiters = [];
    this.finished = [];
    this.progress = new EventTarget();
    setTimeout(() => clearInterval(this.watchdog), 30);
    this.watchdog = setInterval(() => this.wake(), 20);
    for (let i = 1; i <= size; i++) this.work(`worker ${i}`);
  }

  add(job) {
    this.queue.push(job);
    this.wake();
  }

  wake() {
    if (this.queue.jobs.length > 0) this.waiters.shift()?.();
  }

  async work(name) {
    for (;;) {
      const job = this.queue.shift();
      if (job) {
        await scheduler.postTask(() => this.finished.push(`${job.name} by ${name}`), { priority: job.priority });
        this.progress.dispatchEvent(new Event('finished'));
      } else {
        await scheduler.postTask(() => performance.mark(`${name} is idle`));
        await new Promise(resolve => this.waiters.push(resolve));
      }
    }
  }

  finish(count) {
    return new Promise(resolve => this.progress.addEventListener('finished', () => {
      if (this.finished.length === count) resolve();
    }));
  }
}

const pool = new Pool(2);
const { port1: inbox, port2: page } = new MessageChannel();
inbox.onmessage = ({ data }) => data.forEach(job => pool.add(job));
page.postMessage([
  { name: 'index', priority: 'background' },
  { name: 'layout', priority: 'user-blocking' },
]);
await pool.finish(2);
console.log(pool.finished.join(', '));
