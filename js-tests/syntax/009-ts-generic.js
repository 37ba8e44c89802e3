const seen = 1;
function first<T>(list) {
  return list[0];
}
