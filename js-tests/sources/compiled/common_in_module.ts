import required = require('./common_exports.cts');

export const { value } = required;
