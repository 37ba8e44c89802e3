// Valid syntax that the parser of the engine, or the one before it, refuses.

console.log((async => async)(1), ((async) => async)(2));
(async async => console.log(await async))(3);

// In strict mode, `arguments` and `eval` can be read where other things are assigned to.
(function () {
  'use strict';
  let first, second, last = [];
  [first = arguments.length, second = Array.from(arguments)[0]] = [];
  ({ a: last[arguments[0]] = eval('first + 1'), b: first = [...arguments].at(-1) } = {});
  [second = class { static x = (0, eval)('7'); }] = [];
  console.log(first, second.x ?? second, last);
})(2, 5);
