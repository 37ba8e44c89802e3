explore --jobs 1 --ports shared -
const [one, two] = [new MessageChannel(), new MessageChannel()];
let config;
one.port1.onmessage = () => { config = {}; one.port1.close(); };
two.port1.onmessage = () => { config.name; two.port1.close(); };
one.port2.postMessage('config');
two.port2.postMessage('use');
