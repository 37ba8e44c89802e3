import * as Comlink from 'comlink';

const { port1, port2 } = new MessageChannel();
Comlink.expose({ add: (a, b) => a + b, call: callback => callback(3) }, port1);
const remote = Comlink.wrap(port2);
console.log(await remote.add(1, 2), await remote.call(Comlink.proxy(x => x * 2)));
port1.close();
port2.close();
