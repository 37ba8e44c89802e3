const a = 1;
setTimeout(run, 100ms);
