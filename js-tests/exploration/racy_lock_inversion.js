// needs: intent
// depth: 1
// fails: each transfer holds the lock that the other one waits for.
const withLocks = (first, second, run) =>
  navigator.locks.request(first, () => navigator.locks.request(second, run));
const transfer = async (from, to, delay) => {
  await new Promise(resolve => setTimeout(resolve, delay));
  await withLocks(from, to, () => {});
};
await Promise.all([transfer('savings', 'account', 0), transfer('account', 'savings', 5)]);
export {};
