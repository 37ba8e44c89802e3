replay ../exploration/racy_worker_leaders.js
