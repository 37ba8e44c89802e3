const { name } = require('./name'); exports.shout = () => name().toUpperCase() + '!';
