// needs: intent
// depth: 1
// fails: the reply for "ca" (set first, 20 ms) fires 3 ms or more late, after the reply for "cat" (set at 10
//   ms, 12 ms), which need not wait for it because its delay is shorter.
const box = { text: '', results: '' };
const latency = { ca: 20, cat: 12 };

function fetchResults(query) {
  return new Promise(resolve => setTimeout(() => resolve(`results for ${query}`), latency[query]));
}
async function search(query) {
  box.text = query;
  box.results = await fetchResults(query);
}
const first = search('ca');
setTimeout(async () => {
  await Promise.all([first, search('cat')]);
  if (box.results !== `results for ${box.text}`) throw new Error(`stale: ${box.results}, but the box says ${box.text}`);
}, 10);
