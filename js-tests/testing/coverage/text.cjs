const named = (a, b = () => 1) => a || b;

function strict() {
  'use strict';
  return this;
}

function fails(a = {}, b) {
  if (a) {
    outer: for (const x of [1]) {
      if (x) continue outer; else break;
    } const y = a.x ?? a, z = y.missing(b || y); return z;
  }
}

module.exports = { named, fails, strict };
