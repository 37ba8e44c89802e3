// needs: intent
// depth: 1
// fails: the throttled update is late, so it runs after the view was unmounted.
function throttle(f, ms) {
  let timer, last;
  return value => {
    last = value;
    timer ??= setTimeout(() => { timer = undefined; f(last); }, ms);
  };
}
let shown;
const show = throttle(value => { shown = value; }, 10);
let mounted = true;
const view = { show(value) { if (!mounted) throw new Error('updated after unmount'); shown = value; } };
const update = throttle(value => view.show(value), 10);
update(1);
setTimeout(() => update(2), 15);
scheduler.postTask(() => { mounted = false; }, { delay: 28 });
