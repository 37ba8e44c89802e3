// needs: intent
// depth: 2
// fails: the welcome on the new port overtakes the last message on the old port, which nobody reads any more;
//   and the request to resend (10 ms) reaches the server after its history was trimmed (15 ms, another group).
class ChatServer {
  constructor() {
    this.history = [];
    this.clients = new Set();
  }

  connect() {
    const { port1, port2 } = new MessageChannel();
    this.clients.add(port1);
    port1.onmessage = ({ data }) => this.receive(port1, data);
    return port2;
  }

  receive(port, { type, after }) {
    if (type !== 'resend') return;
    for (const message of this.history) if (message.number > after) port.postMessage(message);
  }

  say(text) {
    const message = { type: 'message', number: this.history.length + 1, text };
    this.history.push(message);
    for (const port of this.clients) port.postMessage(message);
  }

  reconnect(total) {
    this.clients.clear();
    const port = this.connect();
    for (const client of this.clients) client.postMessage({ type: 'welcome', total });
    scheduler.postTask(() => this.history.splice(0), { delay: 15 });
    return port;
  }
}

class ChatClient {
  constructor(port) {
    this.seen = [];
    this.complete = new Promise(resolve => { this.resolve = resolve; });
    this.use(port);
  }

  use(port) {
    port.onmessage = ({ data }) => this.receive(port, data);
  }

  receive(port, data) {
    if (data.type === 'welcome') this.welcome(port, data.total);
    else if (!this.seen.includes(data.number)) this.seen.push(data.number);
    if (this.seen.length === this.total) this.resolve();
  }

  welcome(port, total) {
    this.total = total;
    this.current.onmessage = null;
    this.current.close();
    setTimeout(() => {
      if (this.seen.length < total) port.postMessage({ type: 'resend', after: this.seen.at(-1) ?? 0 });
    }, 10);
  }
}

const server = new ChatServer();
const port = server.connect();
const client = new ChatClient(port);
client.current = port;
server.say('hello');
server.say('is anybody there?');
await scheduler.postTask(() => {}, { delay: 20 });
server.say('goodbye');
client.use(server.reconnect(3));
await client.complete;
console.log(`messages seen: ${client.seen}`);
