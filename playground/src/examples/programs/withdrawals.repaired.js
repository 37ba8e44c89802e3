// Two withdrawals from one account. The second one starts when the first one has ended.
let balance = 100;
let last = Promise.resolve();

const readBalance = () => scheduler.postTask(() => balance, { delay: 5 });
const audit = amount => scheduler.postTask(() => `checked ${amount}`, { delay: 5 });

function withdraw(amount) {
  last = last.then(async () => {
    const seen = await readBalance();
    await audit(amount);
    balance = seen - amount;
  });
  return last;
}

const first = withdraw(30);
setTimeout(async () => {
  await Promise.all([first, withdraw(20)]);
  console.log(`the balance is ${balance}`);
  if (balance !== 50) throw new Error(`lost update: the balance is ${balance}, not 50`);
}, 15);
