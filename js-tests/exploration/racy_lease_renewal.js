// needs: intent
// depth: 2
// fails: the script takes 40 ms or more, so both timers are due, and the expiry (40 ms) fires first: it started
//   earlier with a longer delay, so the two are unordered.
const lease = { holder: 'worker-1', valid: true };
const expiry = setTimeout(() => { lease.valid = false; }, 40);

function renew() {
  if (!lease.valid) throw new Error(`${lease.holder} renewed a lease that had expired`);
  clearTimeout(expiry);
}
function release() {
  lease.holder = null;
}
setTimeout(() => {
  renew();
  release();
}, 20);
