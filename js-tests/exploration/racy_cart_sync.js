// needs: intent
// depth: 1
// fails: the second cart changes before the change of the first one has arrived, and has the same version.
class Cart {
  items = []; version = 0;
  constructor() {
    this.channel = new BroadcastChannel('cart');
    this.channel.onmessage = ({ data }) => { if (data.version > this.version) Object.assign(this, data); };
  }
  add(item) {
    this.items = [...this.items, item];
    this.version++;
    this.channel.postMessage({ items: this.items, version: this.version });
  }
}
const left = new Cart(), right = new Cart();
left.add('pen');
setTimeout(() => right.add('ink'));
setTimeout(() => {
  left.channel.close();
  right.channel.close();
  const carts = [left, right].map(cart => cart.items.join());
  if (carts.some(items => items !== 'pen,ink')) throw new Error(carts.join(' and '));
}, 200);
