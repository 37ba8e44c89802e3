// correct: A producer that waits until the stream is ready loses nothing.
let stored = 0;
const store = new WritableStream({
  write: () => scheduler.postTask(() => { stored++; }, { delay: 5 }),
});
const writer = store.getWriter();
const check = () => {
  if (stored !== 2) throw new Error(`${2 - stored} samples are lost`);
};
async function sample(value) {
  await writer.ready;
  await writer.write(value);
}
const first = sample(1);
setTimeout(async () => {
  await Promise.all([first, sample(2)]);
  await writer.close();
  check();
}, 12);
