// needs: standard
// depth: 1
// fails: the idle period starts while the background task waits; by the letter only runnable tasks of the task
//   queues prevent one, not scheduler tasks.
const dictionary = new Map();

function loadDictionary() {
  dictionary.set('cat', 'Katze');
  dictionary.set('dog', 'Hund');
}
function translate(word) {
  if (!dictionary.has(word)) throw new Error(`no translation of ${word}`);
  return dictionary.get(word);
}
scheduler.postTask(loadDictionary, { priority: 'background' });
requestIdleCallback(() => translate('dog'));
