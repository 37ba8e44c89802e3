const controller = new TaskController();
for (let i = 0; i < 5000; i++) scheduler.postTask(() => i, { signal: controller.signal }).catch(() => {});
controller.abort();
