exports.name = () => 'real';
