const run = () => {};
setTimeout(run 100);
