// always: one<two, two<rejection
// Messages of channels and reports of rejections come from the DOM manipulation source.
const sender = new BroadcastChannel('news'), receiver = new BroadcastChannel('news');
receiver.onmessage = ({ data }) => {
  console.log(data);
  if (data === 'two') receiver.close();
};
onunhandledrejection = event => {
  event.preventDefault();
  console.log('rejection');
};
sender.postMessage('one');
sender.postMessage('two');
sender.close();
Promise.reject();
setTimeout(() => console.log('timer'));
