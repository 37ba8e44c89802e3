// args: --test-host
// What goes wrong in a task of another realm is an error of that realm, also when the engine has no realm for it.
const other = testHost.createRealm();
other.log = console.log;
testHost.evaluateInRealm(other, `
  function f() { f() }
  scheduler.postTask(f).catch(error => log('postTask', error instanceof RangeError));
  addEventListener('error', event => { log('setTimeout', event.error instanceof RangeError); event.preventDefault() });
  setTimeout(f);
`);
