run --virtual-time --timeline /no/such/folder/page.html ../trace/programs/long_tasks.js
