exports.from = 'a .js file with exports';
