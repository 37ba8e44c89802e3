const list = [1];
function each(f) {
  list.forEach(f);
}
each();
