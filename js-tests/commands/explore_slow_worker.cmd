explore -j 1 ../workers/slow_start.js
