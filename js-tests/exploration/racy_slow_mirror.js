// needs: intent
// depth: 2
// fails: another random seed selects the slow mirror, and its reply (30 ms) is 11 ms or more late for the
//   deadline of 40 ms, a timer of another group.
const mirrors = [
  { host: 'mirror-a', latency: 5 },
  { host: 'mirror-b', latency: 8 },
  { host: 'mirror-c', latency: 30 },
];
function download(mirror) {
  return new Promise((resolve, reject) => {
    scheduler.postTask(() => resolve(mirror.host), { delay: mirror.latency });
    setTimeout(() => reject(new Error(`${mirror.host} did not answer`)), 40);
  });
}
const mirror = mirrors[Math.floor(Math.random() * mirrors.length)];
download(mirror).then(host => console.log(`downloaded from ${host}`));
