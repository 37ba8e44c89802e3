// correct: A throttled update asks whether the view is mounted.
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
const view = { show(value) { shown = value; } };
const update = throttle(value => { if (mounted) view.show(value); }, 10);
update(1);
setTimeout(() => update(2), 15);
scheduler.postTask(() => { mounted = false; }, { delay: 28 });
