// correct: Each edit is recorded at once.
const doc = { text: '' }, undos = [];
function insert(text) {
  doc.text += text;
  undos.push(text);
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
