function cell(rows, x, y) {
  return rows[y][x];
}
cell([[1]], 0, 3);
