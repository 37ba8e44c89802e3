const prices = [];
function total() {
  const sum = prices.reduce((a, b) => a + b);
  return sum.toFixed(2);
}
total();
