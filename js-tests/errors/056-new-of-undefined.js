const lib = {};
const client = new lib.Client('url');
console.log(client);
