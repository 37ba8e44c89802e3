const response = { data: null };
const { id, name } = response.data;
console.log(id, name);
