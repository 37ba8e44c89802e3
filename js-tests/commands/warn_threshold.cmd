run --virtual-time --warn=long-task=100ms,-timer-overdue ../trace/programs/long_tasks.js
