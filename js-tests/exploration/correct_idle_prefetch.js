// correct: A click waits for the page, which is prefetched within a second.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
let page;
const prefetched = new Promise(resolve => {
  requestIdleCallback(() => resolve({ url: '/next', html: '<p>next</p>' }), { timeout: 1000 });
});
async function click() {
  await net('click');
  page = await prefetched;
  show(page.html);
}
const show = html => console.log(html);
setTimeout(click, 30);
