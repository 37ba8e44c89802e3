exports.semicolons = function (x) {
  const y = x
  y.a.b
  return y
}
exports.sloppy = function (x) { return x.a.b.c + 010; };
exports.arrow = () => exports.x.y.color = '#123';
