// needs: intent
// depth: 1
// fails: the store is late, and the second sample is dropped because the queue is full.
let stored = 0;
const store = new WritableStream({
  write: () => scheduler.postTask(() => { stored++; }, { delay: 5 }),
});
const writer = store.getWriter();
const check = () => {
  if (stored !== 2) throw new Error(`${2 - stored} samples are lost`);
};
function sample(value) {
  if (writer.desiredSize > 0) writer.write(value);
}
sample(1);
setTimeout(() => {
  sample(2);
  writer.close().then(check);
}, 12);
