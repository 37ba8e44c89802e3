// needs: intent
// depth: 1
// fails: parsing "ca" takes 10 ms or more before its last slice, so the debounce timer of "cat" is due; it runs
//   before the background slices and shows cached results, which the last slice overwrites.
class Server {
  constructor(port) {
    this.port = port;
    port.onmessage = ({ data: { id, query } }) => {
      setTimeout(() => port.postMessage({ id, lines: this.find(query) }), 15);
    };
  }

  find(query) {
    return ['cab', 'cake', 'cat', 'catalogue'].filter(word => word.startsWith(query));
  }
}

class Client {
  constructor(port) {
    this.port = port;
    this.waiting = new Map();
    this.lastId = 0;
    port.onmessage = ({ data: { id, lines } }) => this.waiting.get(id)(lines);
  }

  query(text) {
    const id = ++this.lastId;
    this.port.postMessage({ id, query: text });
    return new Promise(resolve => this.waiting.set(id, resolve));
  }
}

class SearchBox {
  constructor(client) {
    this.client = client;
    this.cache = new Map();
    this.controller = new AbortController();
    this.text = '';
    this.shown = { text: '', words: [] };
  }

  input(text) {
    this.text = text;
    clearTimeout(this.debounce);
    this.debounce = setTimeout(() => this.search(text), 20);
  }

  async search(text) {
    this.controller.abort();
    this.controller = new AbortController();
    const { signal } = this.controller;
    if (this.cache.has(text)) {
      this.shown = { text, words: this.cache.get(text) };
      return;
    }
    const lines = await this.client.query(text);
    if (signal.aborted) return;
    const words = await this.parse(lines);
    this.cache.set(text, words);
    this.shown = { text, words };
  }

  async parse(lines) {
    const words = [];
    for (const line of lines) {
      words.push(await scheduler.postTask(() => line.toUpperCase(), { priority: 'background' }));
    }
    return words;
  }
}

const { port1, port2 } = new MessageChannel();
const server = new Server(port1);
const box = new SearchBox(new Client(port2));
const typed = [['cat', 0], ['ca', 400], ['cat', 425]];
for (const [text, time] of typed) setTimeout(() => box.input(text), time);

setTimeout(() => {
  if (box.shown.text !== box.text) throw new Error(`the box says ${box.text}, but shows results of ${box.shown.text}`);
  console.log(`${server.find(box.text).length} words found, ${box.shown.words.length} shown`);
}, 2000);
