// Patterns of `var` in loops over iterators: their initializers read what the variables were.

const results = [];
for (const round of [1, 2]) {
  var [[a] = [a ?? 'none'], { b, ...rest }] = [undefined, { b: round, c: round }];
  results.push(a, b, rest.c);
  for (var [[c] = [c ?? 'first']] of [[], [['second']], []]) results.push(c);
  try { var [[d] = [d], {}] = []; } catch (error) { results.push(error.name); }
  var { e: [f = () => {}], ...others } = { e: [], g: 1 };
  results.push(f.name, Object.keys(others).length);
  a = 'kept';
}
console.log(results.join());
