// The entries of a FormData. Several values of one name are a list.
const form = new FormData();
form.append('a', '1');
form.append("it's", 'x');
form.append('a', '2');
console.log(form, new FormData());
console.log({ deep: { deep: { form } } });
