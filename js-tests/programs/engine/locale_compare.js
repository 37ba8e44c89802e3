// Texts are compared as people order them.
console.log('a'.localeCompare('B'), 'a'.localeCompare('A'), 'é'.localeCompare('e\u0301'), 'a'.localeCompare('a'));
const words = ['b', 'a', 'C', 'Ä', 'z', 'Zürich', 'zoo', 'Zebra', 'naïve', 'naive', 'Straße', 'strasse', 'résumé',
  'Resume', 'co-op', 'coop', 'file10', 'file9', 'File1', 'a b', 'ab', '_', '-', '$', '€', '1', '', 'я', 'Я', 'α', '日',
  'æ', 'ae', 'af', 'ø', 'o', 'p', 'þ', '“q”', '"q"', 'ſ', 'đ', 'ł', 'ŋ'];
console.log([...words].sort((a, b) => a.localeCompare(b)).join(' '));
for (const options of [{ numeric: true }, { sensitivity: 'base' }, { sensitivity: 'accent' }, { sensitivity: 'case' },
  { caseFirst: 'upper' }, { ignorePunctuation: true }, { numeric: true, sensitivity: 'base' }]) {
  console.log(JSON.stringify(options), [...words].sort((a, b) => a.localeCompare(b, 'en', options)).join(' '));
}
console.log(''.localeCompare.length, ''.localeCompare.name, 'undefined'.localeCompare(), 'null'.localeCompare(null));
for (const options of [{ sensitivity: 'x' }, { usage: 'x' }, { caseFirst: 1 }, null]) {
  try { 'a'.localeCompare('b', 'en', options); } catch (error) { console.log(error.name); }
}
const read = [];
'a'.localeCompare('b', undefined, new Proxy({}, { get: (_, name) => { read.push(name); } }));
console.log(read.join());
