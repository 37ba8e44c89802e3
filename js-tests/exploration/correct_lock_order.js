// correct: Each transfer requests its locks in the same order, so none waits for the other one.
const withLocks = (names, run) => {
  const [first, second] = names.sort();
  return navigator.locks.request(first, () => navigator.locks.request(second, run));
};
let running = 0;
const transfer = async (from, to, delay) => {
  await new Promise(resolve => setTimeout(resolve, delay));
  await withLocks([from, to], async () => {
    if (++running > 1) throw new Error('two transfers run at the same time');
    await new Promise(resolve => setTimeout(resolve));
    running--;
  });
};
await Promise.all([transfer('savings', 'account', 0), transfer('account', 'savings', 5)]);
export {};
