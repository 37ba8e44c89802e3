// needs: intent
// depth: 1
// fails: the message, of another source, runs before the older user-visible task and makes the indexing user-
//   blocking, so it runs before the draft is loaded.
const indexing = new TaskController({ priority: 'background' });
const { port1: clicks, port2: mouse } = new MessageChannel();
let draft = null;

function buildIndex() {
  if (!draft) throw new Error('indexed a draft that is not loaded');
  return draft.words.map(word => word.toLowerCase());
}
clicks.onmessage = () => indexing.setPriority('user-blocking');

scheduler.postTask(() => { draft = { words: ['One', 'Two'] }; });
scheduler.postTask(buildIndex, { signal: indexing.signal });
mouse.postMessage('search');
