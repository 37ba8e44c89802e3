// Whether the URL of the program is trustworthy, in the program and in a worker.
console.log(isSecureContext, Object.getOwnPropertyDescriptor(globalThis, 'isSecureContext').set);
const program = 'postMessage([isSecureContext, Object.hasOwn(self, "isSecureContext")])';
const worker = new Worker('data:text/javascript,' + program);
worker.onmessage = ({ data }) => {
  console.log(...data);
  worker.terminate();
};
