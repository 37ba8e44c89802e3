// A CommonJS module whose exports are not in its text.
const names = ['first', 'second'];
module.exports = Object.fromEntries(names.map(name => [name, name.length]));
