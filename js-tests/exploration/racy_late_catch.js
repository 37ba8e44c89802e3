// needs: intent
// depth: 1
// fails: the DOM manipulation task that reports the rejection runs before the user-visible task that would
//   handle it; the order of these sources is free.
function loadProfile(name) {
  return Promise.reject(new Error(`no profile for ${name}`));
}
const loading = loadProfile('ada');
const page = {};

scheduler.postTask(async () => {
  try {
    page.title = (await loading).name;
  } catch {
    page.title = 'guest';
  }
});
