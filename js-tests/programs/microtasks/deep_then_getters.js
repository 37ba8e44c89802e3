// The engine leaves a promise pending if the getter of `then` recurses too deeply. The error is reported.
const deep = () => { deep(); };
addEventListener('error', event => {
  event.preventDefault();
  console.log(String(event.error));
});
scheduler.postTask(() => ({ get then() { deep(); } })).then(
  () => console.log('fulfilled'),
  () => console.log('rejected'),
);
setTimeout(() => console.log('next'));
// What throws in other ways rejects the promise.
scheduler.postTask(() => ({ get then() { throw new TypeError('no then'); } })).catch(error => {
  console.log(String(error));
});
