run --virtual-time -p 'scheduler.postTask(() => ({ answer: 42 }), { delay: 1000 })'
