const data = {};
setTimeout(() => {
  const first = 1;
  data.list.push(first);
}, 1);
