export function area(shape) {
  const { size } = shape;
  return size.width.toFixed(1);
}
area({ size: {} });
