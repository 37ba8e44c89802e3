// correct: The balance is checked while the lock is held.
const account = { balance: 100 };
async function withdraw(amount) {
  await navigator.locks.request('account', async () => {
    if (account.balance >= amount) account.balance -= amount;
  });
  if (account.balance < 0) throw new Error(`overdrawn: ${account.balance}`);
}
withdraw(80);
scheduler.postTask(() => withdraw(50));
