const { user: { email } } = { name: 'x' };
console.log(email);
