explore --jobs 1 --fail-on difference -
setTimeout(() => console.log('timer'));
scheduler.postTask(() => console.log('task'));
