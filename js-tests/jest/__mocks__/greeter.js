// Stands for a package that is not installed, in all test files.
module.exports = name => `hello ${name}`;
