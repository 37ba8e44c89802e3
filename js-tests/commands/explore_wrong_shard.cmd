explore --shard 3/2 x.js
