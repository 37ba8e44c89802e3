// needs: intent
// depth: 1
// fails: the head is late, and its chunk arrives after that of the foot.
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
async function show(name) {
  for await (const text of parts[name]) page.push(text);
}
Promise.all([show('head'), show('foot')]).then(check);
