exports.from = 'a .cjs file';
