// Deeply nested values of every kind can be cloned up to a limit. Beyond it, cloning throws an error.
const kinds = {
  object: inner => ({ inner }),
  array: inner => [inner],
  map: inner => new Map([[0, inner]]),
  key: inner => new Map([[inner, 0]]),
  set: inner => new Set([inner]),
  error: cause => new Error('', { cause }),
};
for (const [name, wrap] of Object.entries(kinds)) {
  let value = {};
  for (let i = 1; i < 20000; i++) value = wrap(value);
  console.log(name, Object.prototype.toString.call(structuredClone(value)));
  try { structuredClone(wrap(value)); } catch (error) { console.log(String(error)); }
  const { port1, port2 } = new MessageChannel();
  port2.onmessage = event => console.log('received', name, Object.prototype.toString.call(event.data));
  port1.postMessage(value);
}
