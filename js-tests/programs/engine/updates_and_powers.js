// The results of `x++` are numbers, and powers are those of ECMAScript.

const show = (...values) => console.log(...values.map(value => (Object.is(value, -0) ? '-0' : value)));
show((x => x--)(), (x => x++)('5'), (x => x++)(true), (x => x++)(null), (x => x--)(2n), (x => x++)(-0));
show(...(x => [x++, x, ++x, x--, x])('7'));
show((function* (x) { yield x++; })('3').next().value, (x => { for (let i = '4'; ; ) return i++ + x; })(1));
let conversions = 0;
show((x => x++)({ valueOf() { conversions++; return 6; } }), conversions);
function statements(x, log = []) {
  x++ && log.push(x)
  x-- || log.push('never')
  x++, log.push(x)
  const before = x
  x++
  for (let i = '0'; i++ < 2; ) log.push(i);
  return [before, x, ...log];
}
show(...statements('1'));
try { (x => x++)(Symbol()); } catch (error) { show(error.name); }
{ let inBlock = '9'; show(inBlock++, inBlock); }
let index = 0; const letters = 'abc'; show(letters[index++], letters[index++], index);

show((x => 1 ** x)(NaN), (x => 1 ** x)('b'), (x => (-1) ** x)(Infinity), (x => 1 ** x)(), NaN ** 0, (x => x ** 0)(NaN));
show((x => 2 ** x)(-1074), (x => 10 ** x)(308), (x => 2 ** x)(10), (x => (-8) ** x)(1 / 3), (x => 2n ** x)(64n));
show((x => 2 ** 3 ** x)(2), ((x, y) => { x **= y; return x; })(1, 'b'), ((x, y) => { x **= y - 1; return x; })(3, 3));
for (const f of [() => 2n ** Number('1'), () => Symbol() ** index, () => 2n ** BigInt(-1)]) {
  try { show(f()); } catch (error) { show(error.name); }
}
