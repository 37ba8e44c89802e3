// needs: intent
// depth: 1
// fails: the click is handled before an idle period in which the page is prefetched.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
let page;
requestIdleCallback(() => { page = { url: '/next', html: '<p>next</p>' }; });
async function click() {
  await net('click');
  show(page.html);
}
const show = html => console.log(html);
setTimeout(click, 30);
