run --virtual-time --warn ../trace/programs/long_tasks.js
