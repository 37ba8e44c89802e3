// Methods of the global object require a global object as `this`. `undefined` and `null` mean the global object of the
// method's realm; anything else is an error.
const calls = {
  queueMicrotask: [() => console.log('a microtask')],
  reportError: ['an error'],
  structuredClone: [1],
  atob: ['YQ=='],
  btoa: ['a'],
  setTimeout: [() => {}],
  setInterval: [() => {}],
  clearTimeout: [0],
  clearInterval: [0],
  requestIdleCallback: [() => {}],
  cancelIdleCallback: [0],
  addEventListener: ['x', null],
  removeEventListener: ['x', null],
};
onerror = (message, file, line, column, error) => { console.log('reported:', error); return true; };
const attempt = f => {
  try { f(); return 'fine'; } catch (error) { return error instanceof TypeError ? 'TypeError' : `${error}`; }
};
for (const [name, parameters] of Object.entries(calls)) {
  const method = globalThis[name];
  const call = receiver => attempt(() => {
    const id = method.apply(receiver, parameters);
    if (name === 'setInterval') clearInterval(id);
  });
  console.log(`${name}:`, call(globalThis), call(undefined), call(null), call({}), call(Object.create(globalThis)),
    call(new EventTarget()) === (name.endsWith('Listener') ? 'fine' : 'TypeError'), call(1), call('text'));
}
// The receiver is checked before the arguments are converted.
const converted = [];
const argument = {
  toString() { converted.push('toString'); return 'x'; },
  valueOf() { converted.push('valueOf'); return 1; },
};
for (const name of ['atob', 'btoa', 'setTimeout', 'clearTimeout', 'addEventListener']) {
  attempt(() => globalThis[name].call({}, argument, argument));
}
console.log('converted:', converted.length);
for (const name of Object.keys(calls).filter(name => !name.startsWith('clear'))) {
  if (attempt(() => globalThis[name].call(globalThis)) !== 'TypeError') console.log(name, 'needs an argument');
}
