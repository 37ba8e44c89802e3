class Point {}
function make() {
  return Point(1, 2);
}
make();
