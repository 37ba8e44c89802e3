exports.name = 'b';
