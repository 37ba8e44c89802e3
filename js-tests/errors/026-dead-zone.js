function area() {
  const width = height * 2;
  const height = 3;
  return width;
}
area();
