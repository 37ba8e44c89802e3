// args: --virtual-time
// Under virtual time, random numbers and the time zone are the same in every run. Each realm has its own numbers.
const numbers = [Math.random(), Math.random()];
console.log(numbers, numbers.every(number => number >= 0 && number < 1));
console.log(Math.random.name, Math.random.length, Object.keys(Math).includes('random'));
console.log(new Date(2000, 0, 1, 12).toISOString(), new Date().toString());
