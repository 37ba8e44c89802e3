// needs: intent
// depth: 2
// fails: the first idle period has no time for a second paragraph, and the next one starts after the edit at 30
//   ms (or the first callback takes that long), so the saved copy has old and new paragraphs.
class Editor {
  constructor(paragraphs) {
    this.paragraphs = paragraphs;
    this.revision = 1;
    this.changes = new EventTarget();
  }

  replaceAll(from, to) {
    this.paragraphs = this.paragraphs.map(text => text.replace(from, to));
    this.revision++;
    this.changes.dispatchEvent(new Event('change'));
  }
}

class Autosave {
  constructor(editor, disk) {
    this.editor = editor;
    this.disk = disk;
    this.copy = null;
    this.request = 0;
    editor.changes.addEventListener('change', () => this.schedule());
  }

  schedule() {
    if (this.request === 0) this.request = requestIdleCallback(deadline => this.save(deadline));
  }

  save(deadline) {
    this.request = 0;
    this.copy ??= { revision: this.editor.revision, paragraphs: [] };
    const { paragraphs } = this.copy;
    do {
      paragraphs.push(this.editor.paragraphs[paragraphs.length]);
    } while (paragraphs.length < this.editor.paragraphs.length && deadline.timeRemaining() > 0);
    if (paragraphs.length < this.editor.paragraphs.length) this.schedule();
    else this.finish();
  }

  finish() {
    this.disk.postMessage(this.copy);
    const outdated = this.copy.revision < this.editor.revision;
    this.copy = null;
    if (outdated) this.schedule();
  }
}

const { port1: disk, port2: writer } = new MessageChannel();
const saved = [];
disk.onmessage = ({ data: { revision, paragraphs } }) => {
  const names = new Set(paragraphs.map(text => text.split(' ')[0]));
  if (names.size > 1) throw new Error(`revision ${revision} was saved with both ${[...names].join(' and ')}`);
  saved.push(revision);
};

const editor = new Editor(['Ada writes.', 'Ada reads.']);
const autosave = new Autosave(editor, writer);
autosave.schedule();
setTimeout(() => editor.replaceAll('Ada', 'Grace'), 30);
setTimeout(() => console.log(`saved revisions: ${saved}`), 1000);
