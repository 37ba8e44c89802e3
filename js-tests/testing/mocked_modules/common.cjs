module.exports = { value: 'real' };
