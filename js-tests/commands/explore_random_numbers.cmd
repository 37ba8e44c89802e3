explore --jobs 1 --runs 50 -
setTimeout(() => { if (Math.random() < 0.1) throw new RangeError('bad luck') });
scheduler.postTask(() => {});
