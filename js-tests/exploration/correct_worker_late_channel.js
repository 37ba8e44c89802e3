// correct: The news are sent when the listener has said that it listens, and are its answer.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const listener = new Worker(script(() => {
  onmessage = () => {
    const channel = new BroadcastChannel('news');
    channel.onmessage = (event) => { postMessage(event.data); };
    postMessage('listening');
  };
}));
const sender = new Worker(script(() => {
  onmessage = () => { new BroadcastChannel('news').postMessage('sold'); };
}));
listener.postMessage('listen');
listener.onmessage = ({ data }) => {
  if (data === 'listening') sender.postMessage('send');
  else if (data !== 'sold') throw new Error('the news are lost');
};
