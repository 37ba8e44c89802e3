// A page that is slow, and that sometimes loses a draft. docs/seeing.md finds out why.
const page = { index: null, isSaved: false };

function work(ms) {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

scheduler.postTask(function saveDraft() { work(10); page.isSaved = true; }, { priority: 'background' });

setTimeout(function showClock() { console.log(`clock at ${performance.now()} ms`); }, 16);

scheduler.postTask(function renderList() {
  for (let row = 0; row < 4; row += 1) work(30);
  for (let image = 0; image < 4; image += 1) scheduler.postTask(function drawImage() { work(25); });
});

setTimeout(function typeLetter() {
  scheduler.postTask(async function search() {
    page.index ??= await scheduler.postTask(function loadIndex() { work(20); return []; }, { priority: 'background' });
    console.log(`results at ${performance.now()} ms`);
  }, { priority: 'user-blocking' });
}, 30);

setTimeout(function leave() {
  if (!page.isSaved) throw new Error('the draft is lost');
}, 300);
