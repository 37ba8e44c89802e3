// Languages: parsers, compilers and printers of code.

import { use } from './use.mjs';

const code =
  'class A extends B { #x = 1; static async *m({ a = 1, ...r }, [b]) { for await ' +
  '(const c of a?.b ?? []) yield* `t${c}`; } }\nlabel: for (;;) { break label ' +
  '}\nexport default async () => ({ ...x, [y]: /r\\/e/giu, z: 1n ** 2n });';
const count = node => {
  const kinds = {};
  const walk = node => {
    if (!node || typeof node !== 'object') return;
    if (typeof node.type === 'string') kinds[node.type] = (kinds[node.type] ?? 0) + 1;
    for (const key of Object.keys(node)) if (key !== 'loc' && key !== 'tokens' && key !== 'extra') walk(node[key]);
  };
  walk(node);
  return kinds;
};

use('acorn', acorn => [
  count(acorn.parse(code, { ecmaVersion: 'latest', sourceType: 'module' })),
  [...acorn.tokenizer('a => /x/ / 2', { ecmaVersion: 2022 })].map(t => t.type.label),
]);
use('esprima', esprima => [
  count(esprima.parseScript('function f(a, b = 1) { return a ? [...b] : { c() {} } }')),
  esprima.tokenize('let x = /a/g').map(t => t.value),
]);
use('espree', espree => count(espree.parse(code, { ecmaVersion: 'latest', sourceType: 'module', loc: true })));
use('meriyah', ({ parseModule }) => count(parseModule(code, { next: true })));
use('@babel/parser', ({ parse }) =>
  count(
    parse(`${code} type T<U> = { a?: U[] }; let v = <p>{x}</p>;`, {
      sourceType: 'module',
      plugins: ['typescript', 'jsx'],
    }),
  ),
);
use('@babel/types', t => t.isIdentifier(t.identifier('x')) && t.toIdentifier('a-b c'));
use('@babel/generator', async generator => {
  const { parse } = await import('@babel/parser');
  return (generator.default ?? generator)(parse(code, { sourceType: 'module' })).code;
});
use('@babel/traverse', async traverse => {
  const { parse } = await import('@babel/parser');
  const names = [];
  (traverse.default ?? traverse)(parse('var a = 1; { let b = a; function c(d) { return b + d } }'), {
    Identifier: path => names.push(`${path.node.name}:${path.scope.hasBinding(path.node.name)}`),
  });
  return names;
});
use('escodegen', async escodegen => {
  const { parse } = await import('acorn');
  return escodegen.generate(
    parse('var a = (1 + 2) * 3, b = x => ({ y: [..."z"] }); if (a) { b() } else throw -(-1)', { ecmaVersion: 2022 }),
  );
});
use('astring', async ({ generate }) => {
  const { parse } = await import('acorn');
  return generate(parse(code, { ecmaVersion: 'latest', sourceType: 'module' }));
});
use('estraverse', async estraverse => {
  const { parse } = await import('acorn');
  const kinds = [];
  estraverse.traverse(parse('a + (b, c)', { ecmaVersion: 5 }), {
    enter: n => void kinds.push('+' + n.type),
    leave: n => void kinds.push('-' + n.type),
  });
  return kinds;
});
use('magic-string', MagicString => {
  const s = new MagicString('problems = 99');
  s.overwrite(0, 8, 'answer').prepend('var ').append(';').move(0, 4, 13);
  return [s.toString(), s.generateMap({ hires: true, source: 'a.js' }).toString()];
});
use('@jridgewell/sourcemap-codec', ({ encode, decode }) => encode(decode('AAAA,SAASA;;ACAT,IAAI')));
use('terser', async ({ minify }) => {
  const { code: text } = await minify(
    'function add(first, second) { if (first > 0) { return first + second; } else { ' +
    'return second; } } console.log(add(1, 2)); const unused = 5; class A { #p = 1; ' +
    'get() { return this.#p } }',
    { sourceMap: true, toplevel: true, module: true },
  );
  return text;
});
use(
  'uglify-js',
  U =>
    U.minify(
      'function add(first, second) { var x = first * 2; return x + second } console.log(add(1, 2), !0 ? "a" : "b");',
      { toplevel: true },
    ).code,
);
use('typescript', ts => [
  ts.transpileModule(
    'enum E { A, B = "b" } class C<T> { constructor(private x: T, readonly y?: E) {} ' +
    'm(): asserts this is C<T> {} } export = C; const v = <const>{ a: 1 as number }!;',
    { compilerOptions: { target: 'ES2020', module: 'CommonJS' } },
  ).outputText,
  ts.transpileModule(
    'const f = async ({ a, ...r }) => { for (const x of a) await x?.y ?? r }; @d class D { @e m() {} }',
    { compilerOptions: { target: 'ES5', experimentalDecorators: true } },
  ).outputText,
]);
use(
  'sucrase',
  ({ transform }) =>
    transform(
      'import a, { type B } from "c"; const x: B = <p {...q}>{a?.b}</p>; export class D<T> { private e = 1; }',
      { transforms: ['typescript', 'jsx', 'imports'] },
    ).code,
);
use('prettier/standalone', async prettier => {
  const babel = await import('prettier/plugins/babel');
  const estree = await import('prettier/plugins/estree');
  return prettier.format(
    code + 'const long = call(argumentNumberOne, argumentNumberTwo, argumentNumberThree, { four: 4 });',
    { parser: 'babel', plugins: [babel, estree.default ?? estree] },
  );
});
use('peggy', peggy => {
  const parser = peggy.generate(
    'start = l:term r:(_ [+-] _ term)* { return r.reduce((a, [, o, , t]) => o === ' +
    '"+" ? a + t : a - t, l) }\nterm = n:$[0-9]+ { return +n } / "(" s:start ")" { ' +
    'return s }\n_ = " "*',
  );
  const message = (() => {
    try {
      parser.parse('1 + ');
    } catch (e) {
      return e.message;
    }
  })();
  return [parser.parse('10 - (2 + 3) + 1'), message];
});
use('nearley', ({ Parser, Grammar }) => {
  const parser = new Parser(
    Grammar.fromCompiled({
      ParserRules: [
        { name: 's', symbols: [/[a-z]/, 's'], postprocess: d => d[0] + d[1] },
        { name: 's', symbols: [/[a-z]/], postprocess: d => d[0] },
      ],
      ParserStart: 's',
    }),
  );
  return parser.feed('abc').results;
});
use('moo', moo => {
  const lexer = moo.compile({
    ws: /[ \t]+/,
    number: /0|[1-9][0-9]*/,
    string: /"(?:\\["\\]|[^\n"\\])*"/,
    keyword: ['while', 'if'],
    paren: /[()]/,
    nl: { match: /\n/, lineBreaks: true },
  });
  return Array.from(lexer.reset('while (10) "a\\"b"\nif'), t => [t.type, t.value, t.line, t.col]);
});
use('chevrotain', ({ createToken, Lexer, EmbeddedActionsParser }) => {
  const N = createToken({ name: 'N', pattern: /\d+/ }),
    P = createToken({ name: 'P', pattern: /\+/ });
  class Calculator extends EmbeddedActionsParser {
    constructor() {
      super([N, P]);
      this.sum = this.RULE('sum', () => {
        let total = 0;
        this.AT_LEAST_ONE_SEP({ SEP: P, DEF: () => (total += +this.CONSUME(N).image) });
        return total;
      });
      this.performSelfAnalysis();
    }
  }
  const parser = new Calculator();
  parser.input = new Lexer([N, P]).tokenize('1+22+3').tokens;
  return [parser.sum(), parser.errors.length];
});
use('jsep', jsep => (jsep.default ?? jsep)('a.b[c] + f(1, "x") ? !d : -e'));
use('expr-eval', ({ Parser }) => [
  Parser.evaluate('2 ^ x + max(3, y)', { x: 3, y: 1 }),
  new Parser().parse('a and not b or c > 2').evaluate({ a: true, b: false, c: 1 }),
  Parser.parse('x * (y + 0)').simplify({ y: 2 }).toString(),
]);
use('graphql', async ({ buildSchema, graphql, parse, print }) => {
  const schema = buildSchema(
    'type Query { hello(name: String = "x"): String! list: [P] } type P { a: Int, b: [String!] }',
  );
  const rootValue = { hello: ({ name }) => `hi ${name}`, list: () => [{ a: 1, b: ['z'] }, null] };
  return [
    await graphql({ schema, source: '{ hello(name: "é") list { ...f } } fragment f on P { b a }', rootValue }),
    (await graphql({ schema, source: '{ nope }' })).errors[0].message,
    print(parse('query Q($a: [Int!]! = [1]) { a(b: $a) @skip(if: true) { c } }')),
  ];
});
use('parse5', ({ parse, parseFragment, serialize }) => [
  serialize(parse('<!doctype html><p>a<b>b<p>c<table><tr><td>x&amp;&copy;')),
  serialize(parseFragment("<li a=1 b='\"'>x<li>y")),
]);
use('htmlparser2', ({ Parser, parseDocument, DomUtils }) => {
  const events = [];
  const parser = new Parser({
    onopentag: (n, a) => events.push([n, a]),
    ontext: t => events.push(t),
    onclosetag: n => events.push('/' + n),
  });
  parser.write('<a x="1&amp;2">t<br>&lt;</a>');
  parser.end();
  return [events, DomUtils.textContent(parseDocument('<p>a <b>c</b></p>'))];
});
use('cheerio/slim', cheerio => {
  const $ = cheerio.load('<ul id="l"><li class="a">1</li><li>2</li></ul>', null, false);
  $('li:not(.a)').addClass('b').text('two').attr('x', 'y');
  return [
    $.html(),
    $('#l > li')
      .map((i, e) => $(e).text())
      .get(),
  ];
});
use('css-what', ({ parse, stringify }) => [
  parse('a.b > c[d^="e" i]:not(#f, ::g)'),
  stringify(parse('a~b:nth-child(2n+1)')),
]);
use('postcss', postcss => {
  const root = postcss.parse('a { color: red; &:hover { b: c } } @media (x) { d { e: f } }');
  root.walkDecls('color', d => {
    d.value = 'blue';
  });
  return [
    root.toString(),
    postcss([
      {
        postcssPlugin: 'p',
        Declaration: d => {
          if (d.prop === 'e') d.remove();
        },
      },
    ]).process(root.toString(), { from: undefined }).css,
  ];
});
use('stylis', ({ compile, serialize, stringify, middleware, prefixer }) =>
  serialize(compile('.a{display:flex;&:hover{b:c;.d &{e:f}}@media (x){g:h}}'), middleware([prefixer, stringify])),
);
use('css-tree', csstree => [
  csstree.generate(csstree.parse('a { b: calc(1px + 2%) url(x) }')),
  csstree.lexer.matchProperty('color', 'rgb(1 2 3 / 50%)').error?.message ?? 'matches',
]);
use(
  'svgo/browser',
  ({ optimize }) =>
    optimize(
      '<svg xmlns="http://www.w3.org/2000/svg"><g><path d="M 10,10 L 20,20 L 30 30 Z" fill="#ff0000"/></g></svg>',
    ).data,
);
use('tslib', t => [t.__rest({ a: 1, b: 2 }, ['a']), t.__spreadArray([1], [2, 3], true), [...t.__values([1, 2])]]);
use('core-js-pure/actual/index.js', core => [
  core.Array.from(new core.Set([1, 2])),
  core.Object.groupBy([1, 2, 3], x => (x % 2 ? 'odd' : 'even')),
  core.structuredClone({ a: [1] }),
  core.Iterator.from([1, 2, 3])
    .map(x => x * 2)
    .toArray(),
]);
use('regenerator-runtime', R => [
  ...R.wrap(function (c) {
    for (;;)
      switch ((c.prev = c.next)) {
        case 0:
          c.next = 2;
          return 'a';
        case 2:
          return c.stop();
      }
  }),
]);
use(
  'svelte/compiler',
  ({ compile }) =>
    compile(
      '<script>let n = $state(0); const d = $derived(n * 2)</script><button ' +
      'onclick={() => n++}>{d}</button>{#each [1] as x}<i>{x}</i>{/each}',
      { generate: 'server' },
    ).js.code,
);
use(
  '@vue/compiler-dom',
  ({ compile }) =>
    compile(
      '<p v-for="(a, i) in list" :key="i" @click.once="f(a)" :class="{ b: a }">{{ a | ' +
      '1 }}<slot v-if="x" v-bind="y"/></p>',
    ).code,
);
use('yargs-parser', parse => parse('--foo.bar 1 -abc --no-x --list 1 2 --n 0x10 -- y', { array: ['list'] }));
use(
  'less',
  async less =>
    (
      await (less.default ?? less).render(
        '@c: #f00; .m(@x) { width: (@x * 2) } .a { color: darken(@c, 10%); .b & { .m(3px) } }',
      )
    ).css,
);
