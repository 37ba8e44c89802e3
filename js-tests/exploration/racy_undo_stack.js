// needs: intent
// depth: 1
// fails: a background task records the edit after it should be undone.
const doc = { text: '' }, undos = [];
function insert(text) {
  doc.text += text;
  scheduler.postTask(() => undos.push(text), { priority: 'background' });
}
function undo() {
  const text = undos.pop();
  if (text === undefined || !doc.text.endsWith(text)) throw new Error(`cannot undo ${text} in ${doc.text}`);
  doc.text = doc.text.slice(0, -text.length);
}
insert('a');
insert('b');
setTimeout(() => insert('c'), 10);
setTimeout(undo, 12);
