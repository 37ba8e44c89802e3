// needs: intent
// depth: 1
// fails: the news are sent before the other worker listens, which it does when it is told to.
const script = (run) => `data:text/javascript,${encodeURIComponent(`(${run})()`)}`;
const listener = new Worker(script(() => {
  onmessage = ({ data }) => {
    if (data === 'listen') {
      const channel = new BroadcastChannel('news');
      channel.onmessage = (event) => { self.heard = event.data; };
    } else {
      postMessage(self.heard);
    }
  };
}));
const sender = new Worker(script(() => {
  onmessage = () => {
    new BroadcastChannel('news').postMessage('sold');
    postMessage('sent');
  };
}));
listener.postMessage('listen');
sender.postMessage('send');
sender.onmessage = () => { listener.postMessage('what is new?'); };
listener.onmessage = ({ data }) => { if (data !== 'sold') throw new Error('the news are lost'); };
