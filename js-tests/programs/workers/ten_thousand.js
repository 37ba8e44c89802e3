// args: --virtual-time
// Ten thousand workers in a loop: the first 64 start, and the error of the next one names the limit.
const url = 'data:text/javascript,postMessage(1)';
let created = 0;
try {
  for (; created < 10_000; created++) new Worker(url);
} catch (error) {
  console.log(`${created}: ${error.name}: ${error.message}`);
}
setTimeout(() => {
  // The others have no work left, but they are alive.
  try { new Worker(url); } catch (error) { console.log(error.name); }
}, 10);
