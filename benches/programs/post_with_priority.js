const priorities = ['user-blocking', 'user-visible', 'background'];
for (let i = 0; i < 5000; i++) scheduler.postTask(() => i, { priority: priorities[i % 3] });
