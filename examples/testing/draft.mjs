// Saves drafts a moment after the last change, and closes when the page does.

export class Drafts {
  #pending = new Map();
  #open = true;
  saved = [];

  /** Saves the text soon, with a low priority. A later change replaces it. */
  change(id, text) {
    this.#pending.get(id)?.abort();
    const controller = new TaskController({ priority: 'background' });
    this.#pending.set(id, controller);
    const save = () => this.#save(id, text);
    return scheduler.postTask(save, { signal: controller.signal, delay: 500 }).catch(error => {
      if (error.name !== 'AbortError') throw error;
    });
  }

  close() {
    this.#open = false;
  }

  #save(id, text) {
    if (!this.#open) throw new Error(`cannot save ${id}: the drafts are closed`);
    this.#pending.delete(id);
    this.saved.push(`${id}: ${text}`);
  }
}
