// Texts that `eval` and `Function` refuse, with the messages of V8. The output is that of Node.
const texts = [
  'let a = ;', 'f(', '"a', '1a', 'let a; let a', 'a b', 'function f() {', 'await 1', 'break', '({a:1', '[1', '}',
  'if (', 'const a', 'super.x', '1++', 'for (const x of [1]', '`${', "'\\u{'", 'a?.b = 1',
  'class A { constructor() {} constructor() {} }', 'import x from "y"', '/a/gg', '08n', '"use strict"; 08',
  '"use strict"; with (a) b', 'delete', '({ a b })', '({ a: 1, })x', 'x = {', 'do { }', 'switch (1) { x }',
  'try { }', "throw\n1", 'a => {} ()', 'async () => await', 'async function f() { await }', '... a', 'f(...)',
  'var 1a', 'let let = 1', 'label: label: 1', '"use strict"; eval = 1', '"use strict"; delete a',
  '"use strict"; var public', '1 = 2', "if (1) let\na", '() + 1', '(a, b) ', '({a = 1})', 'var a = {b: c d}',
  'function () {}', 'var if', '/*', "var s = 'a\nb'", 'a ? b', 'new', 'typeof', 'a.', 'a.1', '{ a: 1, b: 2 }',
  'yield = 1; function* g() { yield = 1 }', 'const { a }; ', '0b12', "'\\x1'", '({ get a(b) {} })',
  '({ set a() {} })',
];
for (const text of texts) {
  try {
    eval(text);
  } catch ({ name, message }) {
    console.log(JSON.stringify(text), name, message);
  }
}
try {
  new Function('a', 'b c');
} catch (error) {
  console.log(error.message);
}
