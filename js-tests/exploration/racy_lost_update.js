// needs: intent
// depth: 1
// fails: the read or the audit of the first withdrawal is 11 ms or more late (or a task takes that long), so
//   the second one reads the balance before the first one writes it.
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
  if (balance !== 50) throw new Error(`lost update: the balance is ${balance}, not 50`);
}, 15);
