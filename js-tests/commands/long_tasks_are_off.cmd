run --virtual-time ../trace/long_task_observer.js
