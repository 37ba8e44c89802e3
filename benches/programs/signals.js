const priorities = ['user-blocking', 'user-visible', 'background'];
for (let i = 0; i < 5000; i++) {
  const controller = new TaskController({ priority: priorities[i % 3] });
  scheduler.postTask(() => i, { signal: controller.signal });
  controller.setPriority(priorities[(i + 1) % 3]);
}
