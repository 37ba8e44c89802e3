const job = {};
scheduler.postTask(() => {
  console.log('run');
  job.steps.forEach(step => step());
});
