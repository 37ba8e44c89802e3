// The static properties of RegExp tell about the last match.
/(b)(c)/.test('abcd');
console.log(RegExp.$1, RegExp.$2, RegExp.lastMatch, RegExp['$&'], RegExp.leftContext, RegExp.rightContext,
  RegExp.lastParen);
'x-1'.replace(/(\w)-(\d)/, () => '');
console.log(RegExp.$1 + RegExp.$2);
const all = () => JSON.stringify(['input', '$_', 'lastMatch', '$&', 'lastParen', '$+', 'leftContext', '$`',
  'rightContext', "$'", '$1', '$2', '$3', '$9'].map(name => RegExp[name]));
for (const [regexp, text] of [[/(a)|(b)/, 'xby'], [/(a)|(b)/, 'xay'], [/b/, 'ab'], [/q/, 'no match'], [/(?:)/, 'ab'],
  [/(.)(.)(.)(.)(.)(.)(.)(.)(.)(.)/, '0123456789'], [/(?<first>é)日/u, 'aé日本']]) {
  regexp.exec(text);
  console.log(String(regexp), all());
}
const seen = [];
'abcabc'.replace(/(b)/g, match => { seen.push(RegExp.leftContext); return match; });
'abcabc'.split(/(b)/); seen.push(RegExp.leftContext);
'abcabc'.match(/(c)/g); seen.push(RegExp.leftContext);
'abcabc'.search(/(c)/); seen.push(RegExp.leftContext);
for (const [match] of 'abcabc'.matchAll(/(c)/g)) seen.push(match + RegExp.leftContext);
'a1b2c3'.split(/\d/, 2); seen.push(RegExp.lastMatch, RegExp.leftContext);
'xaxax'.replace(/a/g, match => { /z(.)/.test('z9'); return match; }); seen.push(RegExp.lastMatch, RegExp.$1);
'aXbXc'.split('X'); seen.push(RegExp.lastMatch);
const sticky = /a/y; sticky.lastIndex = 2; sticky.test('bba'); seen.push(RegExp.leftContext);
new (class extends RegExp { })('(y)').exec('cyc'); seen.push(RegExp.$1);
console.log(seen.join());
const found = /(.)(.)/.exec('ab'); found[1] = found.index = 'changed'; found.length = 1;
console.log(RegExp.$1, RegExp.$2, RegExp.leftContext === '');
RegExp.input = { toString: () => 'set' }; RegExp.$1 = RegExp.lastMatch = 'ignored';
console.log(all());
try { RegExp.$_ = Symbol(); } catch (error) { console.log(error.name, RegExp.$_); }
for (const [name, { get, set, enumerable, configurable }] of
  Object.entries(Object.getOwnPropertyDescriptors(RegExp)).filter(([, property]) => property.get)) {
  console.log(name, enumerable, configurable, get.name, get.length, set.name, set.length, 'prototype' in get,
    Object.getOwnPropertyNames(set), String(set));
}
