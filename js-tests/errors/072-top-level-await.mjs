const answer = await Promise.resolve({});
console.log(answer.list.join());
