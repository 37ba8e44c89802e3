for (let i = 0; i < 5000; i++) scheduler.postTask(() => i);
