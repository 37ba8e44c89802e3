// correct: A lease is counted before anything is awaited.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
class Semaphore {
  constructor(count) { this.count = count; this.waiting = []; }
  async acquire() {
    while (this.count === 0) await new Promise(resolve => this.waiting.push(resolve));
    this.count--;
    await net('lease');
    if (this.count < 0) throw new Error('more leases than there are');
  }
  release() { this.count++; this.waiting.shift()?.(); }
}
const pool = new Semaphore(1);
async function job() { await pool.acquire(); await net('work'); pool.release(); }
job();
scheduler.postTask(job);
