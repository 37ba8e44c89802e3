// needs: intent
// depth: 3
// fails: in each of three attempts the commit (delay 10) is 5 ms or more late, so the rival (14 ms), a timer of
//   another group, changes the version first.
const page = { text: '', version: 0 };

async function commit(text) {
  const seen = page.version;
  setTimeout(() => { page.version++; }, 14);
  await scheduler.postTask(() => 'merged', { delay: 10 });
  if (page.version !== seen) return false;
  page.text = text;
  return true;
}
async function save(text) {
  for (let attempt = 1; attempt <= 3; attempt++) {
    if (await commit(text)) return;
  }
  throw new Error(`"${text}" was not saved after 3 conflicts`);
}
save('hello');
