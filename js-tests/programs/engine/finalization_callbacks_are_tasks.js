// args: --virtual-time --test-host
// Each FinalizationRegistry callback runs in a separate task and in its own realm. One that throws does not stop the
// others.
const other = testHost.createRealm();
other.log = console.log;
onerror = message => { console.log('main', message); return true; };
other.onerror = message => { console.log('other', message); return true; };
testHost.evaluateInRealm(other, `
  var registry = new FinalizationRegistry(value => {
    Promise.resolve().then(() => log('microtask of', value));
    throw new Error(value);
  });
  (function () { for (const value of ['a', 'b', 'c']) registry.register({}, value) })();
`);
setTimeout(() => { testHost.collectGarbage(); console.log('collected'); }, 1);
