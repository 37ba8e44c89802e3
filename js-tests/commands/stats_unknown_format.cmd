run --stats=xml ../trace/programs/long_tasks.js
