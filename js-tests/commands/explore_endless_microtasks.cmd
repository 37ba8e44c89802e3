explore --jobs 1 --runs 2 -
let stop = false;
setTimeout(() => { stop = true });
scheduler.postTask(() => { if (stop) (function again() { Promise.resolve().then(again) })() });
