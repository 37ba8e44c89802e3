const point = { x: 1, y: 2 };
const [x, y] = point;
console.log(x, y);
