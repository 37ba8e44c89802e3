// args: --test-host
// A message event, its data and its ports belong to the realm of the target, not to that of the sender or the listener.
const other = testHost.createRealm();
const realmOf = (object, name) =>
  object instanceof other[name] ? 'there' : object instanceof globalThis[name] ? 'here' : 'nowhere';
globalThis.show = other.show = (label, event) => console.log(`${label}: event ${realmOf(event, 'MessageEvent')},`,
  `data ${realmOf(event.data, 'Array')}, ports ${realmOf(event.ports, 'Array')},`,
  `a port ${event.ports.length ? realmOf(event.ports[0], 'MessagePort') : 'none'}`);
const listenerThere = label => testHost.evaluateInRealm(other, `(event => show('${label}', event))`);

const steps = [
  next => {
    const { port1, port2 } = new other.MessageChannel();
    port1.onmessage = event => {
      show('port there, listener here', event);
      // This port was created here and transferred to the other realm.
      const [received] = event.ports;
      received.onmessage = event => { show('port that moved there', event); received.close(); port1.close(); next(); };
      moved.port2.postMessage(['to the port that moved']);
    };
    const moved = new MessageChannel();
    port2.postMessage(['text'], [moved.port1]);
  },
  next => {
    const { port1, port2 } = new other.MessageChannel();
    port1.onmessage = listenerThere('port there, listener there');
    port1.addEventListener('message', () => { port1.close(); next(); });
    port2.postMessage(['text'], [new MessageChannel().port1]);
  },
  next => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = listenerThere('port here, listener there');
    port1.addEventListener('message', () => { port1.close(); next(); });
    port2.postMessage(['text'], [new other.MessageChannel().port1]);
  },
  next => {
    // One port of a channel from here is transferred to the other realm, and the answer comes back here.
    const channel = new MessageChannel(), carrier = new other.MessageChannel();
    carrier.port1.onmessage = ({ ports: [port] }) => {
      port.onmessage = event => {
        show('question', event);
        port.postMessage(['answer']);
        port.close();
        carrier.port1.close();
      };
    };
    channel.port1.onmessage = event => { show('answer', event); next(); };
    carrier.port2.postMessage(null, [channel.port2]);
    channel.port1.postMessage(['question']);
  },
  next => {
    const receiver = new other.BroadcastChannel('name'), sender = new BroadcastChannel('name');
    receiver.onmessage = event => { show('broadcast to there', event); receiver.close(); sender.close(); next(); };
    sender.postMessage(['text']);
  },
  next => {
    const receiver = new BroadcastChannel('name'), sender = new other.BroadcastChannel('name');
    receiver.onmessage = listenerThere('broadcast to here');
    receiver.addEventListener('message', () => { receiver.close(); sender.close(); next(); });
    sender.postMessage(['text']);
  },
];
(function next() { steps.shift()?.(next); })();
