explore --strategy single --runs 5 -
// If the second message comes first, the intervals are never cleared.
const intervals = Array.from({ length: 50 }, () => setInterval(() => {}, 1));
let isReady = false;
const [first, second] = [new MessageChannel(), new MessageChannel()];
first.port1.onmessage = () => { isReady = true; first.port1.close(); };
second.port1.onmessage = () => { if (isReady) intervals.forEach(clearInterval); second.port1.close(); };
first.port2.postMessage(1);
second.port2.postMessage(2);
