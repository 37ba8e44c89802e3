explore --reduce always --jobs 1 ../exploration/correct_worker_private_tasks.js
