// correct: A rejection is handled where its promise is made.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
const profile = net('profile').then(() => { throw new Error('no profile'); }).catch(() => 'guest');
const settings = net('settings');
settings.then(() => profile).then(name => console.log(name));
