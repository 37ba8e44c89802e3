function draw({ width, height }) {
  return width * height;
}
draw();
