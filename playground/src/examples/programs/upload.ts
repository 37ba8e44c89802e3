// Uploads files in the background. The user can make one urgent, or cancel all of them.
type Upload = { readonly name: string; state: 'waiting' | 'done' | 'cancelled' };

class Uploads {
  readonly all: Upload[] = [];
  #controller = new TaskController({ priority: 'background' });

  async add(name: string): Promise<void> {
    const upload: Upload = { name, state: 'waiting' };
    this.all.push(upload);
    try {
      await scheduler.postTask(() => { upload.state = 'done'; }, { signal: this.#controller.signal, delay: 10 });
    } catch {
      upload.state = 'cancelled';
    }
  }

  cancel(): void {
    this.#controller.abort();
    for (const upload of this.all) {
      if (upload.state !== 'done') throw new Error(`${upload.name} is ${upload.state}, but was reported as done`);
    }
  }
}

const uploads = new Uploads();
void uploads.add('holiday.jpg');
void uploads.add('cat.jpg');
// By then, both have been uploaded.
setTimeout(() => {
  uploads.cancel();
  console.log(uploads.all.map(({ name, state }) => `${name}: ${state}`));
}, 12);
