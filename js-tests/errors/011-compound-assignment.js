function add(totals, amount) {
  totals.sum.value += amount;
}
add({}, 3);
