run --virtual-time --long-tasks ../trace/long_task_observer.js
