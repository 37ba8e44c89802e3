const users = [{ tags: ['a'] }, {}];
const tags = users.map(user => user.tags.join());
console.log(tags);
