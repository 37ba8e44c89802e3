// correct: Chunks that arrive in any order are shown in the order of their streams.
const page = [];
const later = (text, wait) => new ReadableStream({
  async start(controller) {
    await wait();
    controller.enqueue(text);
    controller.close();
  },
});
const parts = {
  head: later('<h1>', () => scheduler.postTask(() => {}, { delay: 10 })),
  foot: later('</h1>', () => new Promise(resolve => setTimeout(resolve, 12))),
};
const check = () => {
  if (page.join('') !== '<h1></h1>') throw new Error(`the page is ${page.join('')}`);
};
async function chunks(name) {
  const texts = [];
  for await (const text of parts[name]) texts.push(text);
  return texts;
}
Promise.all([chunks('head'), chunks('foot')]).then(all => page.push(...all.flat())).then(check);
