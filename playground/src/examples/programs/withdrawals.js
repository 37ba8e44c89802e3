// Two withdrawals from one account. Each reads the balance, waits for an audit, and writes the balance.
let balance = 100;

const readBalance = () => scheduler.postTask(() => balance, { delay: 5 });
const audit = amount => scheduler.postTask(() => `checked ${amount}`, { delay: 5 });

async function withdraw(amount) {
  const seen = await readBalance();
  await audit(amount);
  balance = seen - amount;
}

const first = withdraw(30);
setTimeout(async () => {
  await Promise.all([first, withdraw(20)]);
  console.log(`the balance is ${balance}`);
  if (balance !== 50) throw new Error(`lost update: the balance is ${balance}, not 50`);
}, 15);
