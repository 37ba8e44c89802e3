scheduler.postTask(async () => { for (let i = 0; i < 5000; i++) await scheduler.yield(); }, { priority: 'background' });
