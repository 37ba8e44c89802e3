const list = [1, 2];
list.forEach(x => {
  if (x > 1) break;
});
