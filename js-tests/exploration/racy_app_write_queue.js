// needs: intent
// depth: 3
// fails: three times, the acknowledgement of a large batch is 3 ms or more late and comes after that of the
//   small batch behind it, which started later with a shorter delay; two repairs are not enough.
class Storage {
  constructor() {
    this.rows = new Map();
  }

  write(batch) {
    for (const { key, value } of batch) this.rows.set(key, value);
    return new Promise(resolve => setTimeout(resolve, 4 * batch.length));
  }
}

class WriteQueue {
  constructor(storage) {
    this.storage = storage;
    this.queue = [];
    this.revision = 0;
    this.saved = 0;
    this.repairs = 0;
    this.flushing = false;
  }

  put(key, value) {
    this.queue.push({ key, value, revision: ++this.revision });
    if (!this.flushing) {
      this.flushing = true;
      scheduler.postTask(() => this.flush(), { priority: 'user-blocking' });
    }
  }

  async flush() {
    await scheduler.yield();
    const batch = this.queue.splice(0);
    this.flushing = false;
    await this.storage.write(batch);
    this.acknowledge(batch.at(-1).revision);
  }

  acknowledge(revision) {
    if (revision < this.saved) this.repair(revision);
    else this.saved = revision;
  }

  repair(revision) {
    this.repairs++;
    if (this.repairs > 2) throw new Error(`the journal went back ${this.repairs} times, now to revision ${revision}`);
  }
}

const pause = ms => new Promise(resolve => setTimeout(resolve, ms));

async function editSession(queue, name) {
  for (const field of ['title', 'body', 'tags']) queue.put(`${name}.${field}`, field);
  await pause(10);
  queue.put(`${name}.cursor`, 17);
  await pause(100);
}

async function main() {
  const storage = new Storage();
  const queue = new WriteQueue(storage);
  for (const name of ['draft', 'letter', 'report']) await editSession(queue, name);
  console.log(`${storage.rows.size} rows, saved up to revision ${queue.saved} of ${queue.revision}`);
}
main();
