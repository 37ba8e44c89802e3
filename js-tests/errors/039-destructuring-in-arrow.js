const sum = ({ left, right }) => left + right;
const total = sum(null);
console.log(total);
