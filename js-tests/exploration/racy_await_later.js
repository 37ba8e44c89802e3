// needs: intent
// depth: 1
// fails: the profile fails before the settings are there, so nobody has handled its rejection yet.
const net = (value, ms = 0) => new Promise(resolve => {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }) => { port1.close(); resolve(data); };
  if (ms) setTimeout(() => port2.postMessage(value), ms); else port2.postMessage(value);
});
const profile = net('profile').then(() => { throw new Error('no profile'); });
const settings = net('settings');
settings.then(() => profile.catch(() => 'guest')).then(name => console.log(name));
