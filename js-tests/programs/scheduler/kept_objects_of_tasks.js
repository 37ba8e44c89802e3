// args: --virtual-time
// ClearKeptObjects runs after every task, also after one without microtasks. So this program must not use promises.
const PER_TURN = 1000, TURNS = 300;
const refs = [];
let turn = 0;
setTimeout(function next() {
  for (let i = 0; i < PER_TURN; i++) refs.push(new WeakRef({ i }));
  if (++turn < TURNS) setTimeout(next, 1);
  else setTimeout(count, 1);
}, 1);
function count() {
  let alive = 0;
  for (const ref of refs) if (ref.deref()) alive++;
  console.log('targets made:', refs.length);
  console.log('some targets are collected:', alive < refs.length);
  console.log('most targets are collected:', alive < refs.length / 2);
}
