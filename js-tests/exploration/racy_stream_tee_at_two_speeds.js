// needs: intent
// depth: 1
// fails: the slow branch of the tee is late, and 15 ms after the end of the fast one, numbers are missing.
const [shown, summed] = ReadableStream.from([1, 2]).tee();
let sum = 0;

async function show() {
  for await (const number of shown) console.log(number);
}
async function add() {
  for await (const number of summed) await scheduler.postTask(() => { sum += number; }, { delay: 4 });
}
function check() {
  if (sum !== 3) throw new Error(`the sum is ${sum}, not 3`);
}
add();
show().then(() => setTimeout(check, 15));
