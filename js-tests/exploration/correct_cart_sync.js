// correct: Each message adds one item, so their order does not matter.
class Cart {
  items = new Set();
  constructor() {
    this.channel = new BroadcastChannel('cart');
    this.channel.onmessage = ({ data }) => { this.items.add(data); };
  }
  add(item) {
    this.items.add(item);
    this.channel.postMessage(item);
  }
}
const left = new Cart(), right = new Cart();
left.add('pen');
setTimeout(() => right.add('ink'));
setTimeout(() => {
  left.channel.close();
  right.channel.close();
  if (left.items.size !== 2 || right.items.size !== 2) throw new Error(`${left.items.size} and ${right.items.size}`);
}, 200);
