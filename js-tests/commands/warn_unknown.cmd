run --warn=speling ../trace/programs/long_tasks.js
