run --virtual-time --trace /no/such/folder/trace.json ../trace/programs/long_tasks.js
