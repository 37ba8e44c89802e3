// Buffer.indexOf, lastIndexOf and includes, with values, places and encodings of all kinds.
let seed = 7;
const below = count => (seed = (seed * 1103515245 + 12345) & 0x7fffffff) % count;
const letters = count => Array.from({ length: count }, () => 97 + below(3));

for (let index = 0; index < 300; index++) {
  const bytes = Buffer.from(letters(below(20)));
  const value = [Buffer.from(letters(below(4))), 'abc'.slice(below(3)), 97 + below(4)][below(3)];
  const encoding = ['utf8', 'utf16le', 'latin1', undefined][below(4)];
  const from = [undefined, 0, 1, 5, -1, -5, 100, -100, NaN][below(9)];
  const found = ['indexOf', 'lastIndexOf', 'includes'].map(name => bytes[name](value, from, encoding));
  console.log(`${bytes}`, JSON.stringify(value), from, encoding, found.join());
}
const long = Buffer.alloc(200_000, 'ab');
console.log(long.indexOf('abc'), long.lastIndexOf('abb'), long.lastIndexOf('ab'), long.indexOf('b', 199_998));
const text = Buffer.from('\u20aca\u20ac', 'utf16le');
console.log(text.indexOf('\u20ac', 1, 'utf16le'), text.lastIndexOf('\u20ac', undefined, 'utf16le'));
