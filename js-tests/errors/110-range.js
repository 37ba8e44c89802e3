function show(price) {
  return price.toFixed(200);
}
show(1);
