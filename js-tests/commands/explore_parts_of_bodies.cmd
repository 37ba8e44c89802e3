explore --jobs 1 --fetch-root ../served -
const order = [];
const read = async name => {
  const { body } = await fetch('long.txt');
  for await (const chunk of body) order.push(name + chunk.length);
};
await Promise.all([read('a'), read('b')]);
console.log(order.join());
