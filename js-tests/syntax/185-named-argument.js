const post = scheduler.postTask;
post(run, delay: 100);
