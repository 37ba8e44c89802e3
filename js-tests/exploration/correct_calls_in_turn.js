// correct: Each call waits for the delivery of the one before it.
const answer = value => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  port2.postMessage(value);
});
let previous = Promise.resolve();
function inTurn(call) {
  const result = call(), waited = previous.then(() => result);
  previous = waited;
  return waited;
}
const delivered = [];
const calls = [1, 2, 3].map(number => inTurn(() => answer(number)).then(result => delivered.push(result)));
Promise.all(calls).then(() => {
  if (delivered.join() !== '1,2,3') throw new Error(`delivered ${delivered}`);
});
