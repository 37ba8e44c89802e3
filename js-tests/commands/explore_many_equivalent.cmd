explore --jobs 1 -
// The orders are estimated to be far more than the runs, but most of them lead to the same states.
class Tab {
  leader = false;
  #others = [];
  constructor(id) {
    this.id = id;
    this.channel = new BroadcastChannel('tabs');
    this.channel.onmessage = ({ data }) => {
      this.#others.push(data.id);
      if (data.type === 'claim' && this.leader) this.channel.postMessage({ type: 'taken', id });
      if (data.type === 'taken' && data.id < this.id) this.leader = false;
    };
  }
  elect() {
    this.channel.postMessage({ type: 'claim', id: this.id });
    setTimeout(() => {
      if (this.#others.some(id => id < this.id)) return;
      this.leader = true;
      this.channel.postMessage({ type: 'taken', id: this.id });
    }, 10);
  }
}
const [first, second] = [new Tab(1), new Tab(2)];
second.elect();
setTimeout(() => first.elect(), 6);
await new Promise(resolve => setTimeout(resolve, 200));
first.channel.close();
second.channel.close();
if (first.leader && second.leader) throw new Error('two leaders');
