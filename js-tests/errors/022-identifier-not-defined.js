function total(price) {
  return price * taxRate;
}
total(3);
