// args: --test-host
// An aborted signal does not keep the other sources that it depended on alive.
const controller = new AbortController();
let weak;
const dependent = (() => {
  const other = new AbortController();
  weak = new WeakRef(other.signal);
  return AbortSignal.any([controller.signal, other.signal]);
})();
setTimeout(() => {
  testHost.collectGarbage();
  console.log('before the abort:', weak.deref() !== undefined);
  controller.abort('reason');
  setTimeout(() => {
    testHost.collectGarbage();
    console.log('after the abort:', weak.deref() !== undefined, dependent.reason);
    console.log(AbortSignal.any([dependent, new AbortController().signal]).reason);
  });
});
