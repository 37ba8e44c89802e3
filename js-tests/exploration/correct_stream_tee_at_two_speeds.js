// correct: Each branch of a tee has an end of its own, which is waited for.
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
Promise.all([add(), show()]).then(check);
