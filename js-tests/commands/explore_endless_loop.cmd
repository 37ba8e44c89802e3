explore --jobs 1 --runs 2 -
let stop = false;
setTimeout(() => { stop = true });
scheduler.postTask(() => { while (stop); });
