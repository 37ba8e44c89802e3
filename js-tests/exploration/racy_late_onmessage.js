// needs: intent
// depth: 1
// fails: the broadcast, on the DOM manipulation source, is delivered before the user-visible task sets the
//   handler, and is lost.
const settings = new BroadcastChannel('settings');
const page = new BroadcastChannel('settings');
let theme = 'light';

function mount() {
  page.onmessage = event => { theme = event.data; };
}
scheduler.postTask(mount);
settings.postMessage('dark');

setTimeout(() => {
  settings.close();
  page.close();
  if (theme !== 'dark') throw new Error(`the page kept the ${theme} theme`);
}, 500);
