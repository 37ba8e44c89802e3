// Messages between ports and broadcast channels, and an idle callback with a timeout.
const { port1, port2 } = new MessageChannel();
port1.onmessage = function answered({ data }) { console.log(data); port1.close(); };
port2.onmessage = function asked({ data }) { port2.postMessage(data + 1); };
port1.postMessage(1);
const [sender, receiver] = [new BroadcastChannel('a'), new BroadcastChannel('a')];
receiver.onmessage = () => { sender.close(); receiver.close(); };
sender.postMessage('hello');
requestIdleCallback(function idle(deadline) { console.log(deadline.didTimeout); }, { timeout: 5 });
cancelIdleCallback(requestIdleCallback(() => {}));
const id = setInterval(function tick() { if (performance.now() > 35) clearInterval(id); }, 10);
AbortSignal.timeout(15).onabort = () => console.log('timed out');
