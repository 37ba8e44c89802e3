// needs: intent
// depth: 1
// fails: the second callback of the idle period runs before the message that the first one sends; both are tasks, of
//   different sources.
let profile;
const { port1, port2 } = new MessageChannel();
port1.onmessage = () => {
  profile = { name: 'Ada' };
  port1.close();
};
requestIdleCallback(() => port2.postMessage('load'));
requestIdleCallback(() => console.log(profile.name));
