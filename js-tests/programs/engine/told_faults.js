// Faults of the engine that are not corrected are told once for each place.
const text = 'const { a: { b }, ...rest } = { a: { b: 1 }, c: 2 }; Object.keys(rest).join()';
const e = eval, { eval: other } = globalThis;
console.log(e(text), e === eval, e === globalThis.eval, [eval][0](text), ({ eval }).eval(text), e.name, e.length);
console.log(eval?.(text), (eval)('1'), typeof eval, new Map([['f', eval]]).get('f')(text));
console.log(other('1'));
console.log(other(text));
for (let i = 0; i < 3; i++) console.log(globalThis['eval'](text));
console.log(new Date(0).toLocaleDateString('de-DE'));
console.log((1234.5).toLocaleString(), (1234.5).toLocaleString('en', { minimumFractionDigits: 2 }));
console.log((1234.5).toLocaleString('de'));
console.log((0.5).toLocaleString('en', { style: 'percent' }));
console.log('я'.localeCompare('а'), 'b'.localeCompare('a', 'de'));
console.log('z'.localeCompare('ä', 'sv'));
console.log('i'.toLocaleUpperCase('en'), 'i'.toLocaleUpperCase('tr'));
