const list = [3, 1, 2];
const sorted = list.sort();
sorted.first();
