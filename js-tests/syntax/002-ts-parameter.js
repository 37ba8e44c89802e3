// Runs a task with a priority.
function run(task: () => void, priority = 'user-visible') {
  return scheduler.postTask(task, { priority });
}
