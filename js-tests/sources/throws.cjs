exports.f = function () {
  throw new RangeError('from a module');
};
exports.f();
