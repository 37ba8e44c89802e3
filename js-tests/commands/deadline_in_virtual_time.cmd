run --virtual-time --deadline 100ms -e 'console.log(1); scheduler.postTask(() => { for (;;); })'
