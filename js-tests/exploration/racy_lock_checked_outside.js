// needs: intent
// depth: 1
// fails: the balance is checked by the second request before the lock of the first one is granted.
const account = { balance: 100 };
async function withdraw(amount) {
  if (account.balance < amount) return;
  await navigator.locks.request('account', async () => { account.balance -= amount; });
  if (account.balance < 0) throw new Error(`overdrawn: ${account.balance}`);
}
withdraw(80);
scheduler.postTask(() => withdraw(50));
