// Uploads files in the background. The user can make one urgent, or cancel all of them.
type Upload = { readonly name: string; state: 'waiting' | 'done' | 'cancelled' };

class Uploads {
  readonly all: Upload[] = [];
  #controller = new TaskController({ priority: 'background' });
  #running: Promise<void>[] = [];

  add(name: string): void {
    const upload: Upload = { name, state: 'waiting' };
    this.all.push(upload);
    const options = { signal: this.#controller.signal, delay: 10 };
    const done = scheduler.postTask(() => { upload.state = 'done'; }, options);
    this.#running.push(done.catch(() => { upload.state = 'cancelled'; }));
  }

  /** What counts is how each upload has ended, not when. */
  async cancel(): Promise<void> {
    this.#controller.abort();
    await Promise.all(this.#running);
  }
}

const uploads = new Uploads();
uploads.add('holiday.jpg');
uploads.add('cat.jpg');
setTimeout(async () => {
  await uploads.cancel();
  console.log(uploads.all.map(({ name, state }) => `${name}: ${state}`));
}, 12);
