// args: --test-host
// Errors in a task of another realm are errors of that realm, also where the engine itself enters no realm.
const other = testHost.createRealm();
other.log = console.log;
testHost.evaluateInRealm(other, `
  function f() { f() }
  scheduler.postTask(f).catch(error => log('postTask', error instanceof RangeError));
  addEventListener('error', event => { log('setTimeout', event.error instanceof RangeError); event.preventDefault() });
  setTimeout(f);
`);
