explore --jobs 1 -e "scheduler.postTask(() => console.log(1)); scheduler.postTask(() => console.log(2))"
