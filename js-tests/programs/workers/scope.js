// args: --virtual-time
// The global object of a worker.
const worker = new Worker('../../workers/scope.js', { name: 'one', type: 'classic' });
worker.onmessage = ({ data }) => data.forEach(line => console.log(line));
const module = new Worker('data:text/javascript,postMessage([this, import.meta.url])', { type: 'module' });
module.onmessage = ({ data }) => console.log(data);
const imports = "try { importScripts('data:,') } catch (error) { postMessage(error.message) }";
new Worker(`data:text/javascript,${imports}`, { type: 'module' }).onmessage = ({ data }) => console.log(data);
const blob = URL.createObjectURL(new Blob(['postMessage(location.protocol)']));
new Worker(blob).onmessage = ({ data }) => console.log(data);
URL.revokeObjectURL(blob);
