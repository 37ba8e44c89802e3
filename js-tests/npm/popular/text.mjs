// Text: templates, markup, formats, search, encodings and checks.

import { use } from './use.mjs';

const markdown =
  '# Title\n\nSome *text* with `code`, [a link](http://x.y "t") and **bold**.\n\n- ' +
  'one\n- two\n  1. three\n\n> quote\n\n```js\nconst a = 1 < 2;\n```\n\n| a | b ' +
  '|\n|---|:-:|\n| 1 | 2 |\n';
const words = ['apple', 'apply', 'maple', 'grape', 'pineapple'];

use('qs', qs => [
  qs.parse('a[b][]=1&a[b][]=2&c=%20x'),
  qs.stringify({ a: { b: [1, 'x y'] }, n: null }),
  qs.parse('a.b=1', { allowDots: true }),
]);
use('query-string', q => [
  q.parse('?b=2&a=1&a=3'),
  q.stringify({ z: [1, 2], a: null, s: 'é' }, { arrayFormat: 'bracket' }),
]);
use('path-to-regexp', ({ match, compile }) => [
  match('/a/:id{/:more}')('/a/1/x').params,
  compile('/u/:name')({ name: 'a b' }),
]);
use('picomatch', pm =>
  ['a/b.js', 'a/b/c.ts', 'x.md'].map(f => pm(['a/**/*.{js,ts}', '!**/c.*'])(f)).concat(pm.makeRe('*.[jt]s').source),
);
use('minimatch', ({ minimatch, Minimatch }) => [
  minimatch('foo.js', '*.+(js|ts)'),
  new Minimatch('{a,b}/**/c').makeRe().source,
  minimatch.match(['a.b', 'c'], '*.b'),
]);
use('brace-expansion', e => (e.expand ?? e)('file{1..3,{x,y}z}.js'));
use('escape-string-regexp', escape => new RegExp(escape('a.b*[c]-d')).test('a.b*[c]-d'));
use('he', he => [he.encode('foo © bar ≠ 𝌆'), he.decode('foo &copy; &ne; &#x1D306; &ampx'), he.escape('<a b="c">')]);
use('entities', ({ decodeHTML, encodeXML, escapeText }) => [
  decodeHTML('&lt;&notin;&eacute;&#128169;'),
  encodeXML('<é𝌆>'),
  escapeText('a<b'),
]);
use('html-entities', ({ encode, decode }) => [encode('<é>', { mode: 'extensive' }), decode('&lt;&copy;&#39;')]);
use('marked', ({ marked }) => marked(markdown));
use('markdown-it', MarkdownIt =>
  new MarkdownIt({ linkify: true, typographer: true }).render(markdown + '\n"quoted" -- www.example.com (c)'),
);
use('showdown', showdown => new showdown.Converter({ tables: true }).makeHtml(markdown));
use('commonmark', ({ Parser, HtmlRenderer }) => new HtmlRenderer().render(new Parser().parse(markdown)));
use('highlight.js', hljs => [
  hljs.highlight('const a = `x${1}`; // c\nclass B extends C {}', { language: 'javascript' }).value,
  hljs.highlight('def f(x):\n  """doc"""\n  return x**2', { language: 'python' }).value,
  hljs.highlightAuto('<p class="a">text</p>', ['xml', 'css']).language,
]);
use('prismjs', Prism => [
  Prism.highlight('let a = /x/g.test("y");', Prism.languages.javascript, 'javascript'),
  Prism.highlight('a > b { c: #fff }', Prism.languages.css, 'css'),
]);
use('handlebars', Handlebars => {
  Handlebars.registerHelper('up', s => s.toUpperCase());
  return Handlebars.compile('{{#each list}}{{@index}}:{{up name}} {{#if ok}}yes{{else}}no{{/if}};{{/each}}{{{raw}}}')(
    {
      list: [{ name: 'a<', ok: true }, { name: 'b' }],
      raw: '<b>',
    },
  );
});
use('mustache', Mustache =>
  Mustache.render(
    '{{#list}}{{.}},{{/list}}{{^none}}none{{/none}} {{&raw}} {{> p}}',
    { list: [1, 2], raw: '<' },
    { p: 'partial {{raw}}' },
  ),
);
use('liquidjs', ({ Liquid }) =>
  new Liquid().parseAndRender(
    '{% for i in (1..3) %}{{ i | times: 2 | append: "x" }} {% endfor %}{{ s | upcase | split: "" | join: "-" }}',
    { s: 'ab' },
  ),
);
use('dot', dot =>
  dot.template('{{~it.list :v:i}}{{=i}}={{!v}};{{~}}{{? it.x }}yes{{??}}no{{?}}')({ list: ['<', 'b'] }),
);
use('squirrelly', Sqrl =>
  Sqrl.render('Hi {{ it.name }} {{@each(it.list) => x, i}}{{i}}{{x}}{{/each}}', { name: 'a', list: [1] }),
);
use('js-yaml', yaml => [
  yaml.load('a: &x [1, 2.5, ~]\nb: *x\nc: |\n  text\n  more\nd: 2024-01-01\ne: {f: "g"}'),
  yaml.dump({ a: [1, { b: 'x: y' }], c: 'multi\nline\n' }),
]);
use('yaml', ({ parse, stringify, parseDocument }) => [
  parse('- a: 1\n  b: >\n    folded\n    text\n- !!set {x, y}\n- 0x1F'),
  stringify({ a: [1, 'yes', null], 'key: x': 'long '.repeat(20) }),
  String(parseDocument('a: 1 # c\n').set('b', 2) ?? 'set'),
]);
use('toml', toml => toml.parse('t = "x"\n[a.b]\nc = [1, 2]\nd = 1979-05-27T07:32:00Z\n[[e]]\nf = 1.5'));
use('ini', ini => [ini.parse('a=1\n[s]\nb[]=x\nb[]=y\n; c\nd = "q"'), ini.stringify({ a: 1, s: { b: ['x'] } })]);
use('json5', JSON5 => [
  JSON5.parse("{a: 'x', /* c */ b: [1,], c: +Infinity, d: 0xF}"),
  JSON5.stringify({ a: ["it's"], 'b-c': 1 }, null, 1),
]);
use('jsonc-parser', ({ parse, modify, applyEdits }) => [
  parse('{ "a": 1, // c\n "b": [2,] }'),
  applyEdits('{"a":1}', modify('{"a":1}', ['b', 'c'], 2, {})),
]);
use('fast-xml-parser', ({ XMLParser, XMLBuilder }) => {
  const object = new XMLParser({ ignoreAttributes: false }).parse(
    '<a x="1"><b>t</b><b>2</b><c><![CDATA[<>]]></c></a>',
  );
  return [object, new XMLBuilder({ ignoreAttributes: false, format: true }).build(object)];
});
use('papaparse', Papa => [
  Papa.parse('a,b\n1,"x\ny"\n3,"q""r"', { header: true, dynamicTyping: true }).data,
  Papa.unparse([{ a: 'x,y', b: 1 }]),
]);
use('diff', ({ diffWords, createPatch, applyPatch }) => {
  const patch = createPatch('f', 'a\nb\nc\n', 'a\nB\nc\nd\n');
  return [
    diffWords('the old text', 'the new text').map(p => [p.value, p.added, p.removed]),
    patch,
    applyPatch('a\nb\nc\n', patch),
  ];
});
use('fast-diff', diff => diff('Good dog', 'Bad dog'));
use('diff-match-patch', dmp => {
  const d = new dmp();
  const diffs = d.diff_main('jumps over the lazy', 'jumped over a lazy');
  d.diff_cleanupSemantic(diffs);
  return [
    diffs.map(x => [x[0], x[1]]),
    d.patch_toText(d.patch_make('abc', 'abcd')),
    d.match_main('abcdefghijk', 'efxhi', 0),
  ];
});
use('fuse.js', Fuse =>
  new Fuse(words, { includeScore: true, threshold: 0.5 }).search('aple').map(r => [r.item, r.score.toFixed(3)]),
);
use('lunr', lunr => {
  const index = lunr(function () {
    this.ref('id');
    this.field('text');
    ['green plants grow', 'professors like plants', 'study of grass'].forEach((text, id) => this.add({ id, text }));
  });
  return index.search('plant* -professor').map(r => [r.ref, r.score.toFixed(3)]);
});
use('minisearch', MiniSearch => {
  const m = new MiniSearch({ fields: ['t'] });
  m.addAll(words.map((t, id) => ({ id, t })));
  return [
    m.search('appel', { fuzzy: 0.4 }).map(r => [r.id, r.score.toFixed(2)]),
    m.autoSuggest('ap').map(s => s.suggestion),
  ];
});
use('fuzzysort', f => f.go('ple', words).map(r => [r.target, r.score.toFixed(3)]));
use('string-similarity', s => s.findBestMatch('appel', words).bestMatch);
use('leven', leven => (leven.default ?? leven)('kitten', 'sitting'));
use('fastest-levenshtein', ({ distance, closest }) => [
  distance('a'.repeat(40) + 'b', 'a'.repeat(39) + 'cb'),
  closest('appel', words),
]);
use('change-case', c => [
  c.camelCase('a-b c'),
  c.snakeCase('fooBarBAZ2'),
  c.sentenceCase('helloWorld'),
  c.dotCase('a B'),
]);
use('camelcase', camelcase => [
  camelcase('foo-bar_baz'),
  camelcase('Foo Bar', { pascalCase: true }),
  camelcase('розовый_пушистый'),
]);
use('slugify', slugify => [slugify('Some String äöü ß €', { lower: true, strict: true })]);
use('pluralize', p => [p('person', 2), p.singular('mice'), p('test', 1, true), p.isPlural('data')]);
use('inflection', i => [
  i.underscore('MessageProperties'),
  i.titleize('message_properties'),
  i.ordinalize('the 1 of 22'),
]);
use('voca', v => [
  v.latinise('cześć'),
  v.wordWrap('a long sentence here', { width: 8 }),
  v.sprintf('%05.2f|%-5s|%x', 3.14159, 'ab', 255),
  v.kebabCase('aB c'),
]);
use('string-width', w => ['abc', '古', '👨‍👩‍👧', '\u001B[1mx\u001B[22m', 'é'].map(s => w(s)));
use('strip-ansi', strip => strip('\u001B[4mU\u001B[0m\u001B]8;;http://x\u0007link\u001B]8;;\u0007'));
use('wrap-ansi', wrap => wrap('The quick brown \u001B[31mfox jumped over\u001B[39m the lazy', 12, { hard: true }));
use('kleur', kleur => (kleur.default ?? kleur).bold !== undefined);
use('classnames', cn => cn('a', { b: true, c: 0 }, ['d', { e: 1 }], null));
use('clsx', clsx => clsx('a', [{ b: 1, c: false }, ['d']], 5));
use('tailwind-merge', ({ twMerge }) => twMerge('px-2 py-1 bg-red hover:bg-dark', 'p-3 bg-[#B91C1C] hover:bg-x'));
use('validator', v => [
  v.isEmail('a.b@c.de'),
  v.isURL('ftp://x.y/z?q'),
  v.isCreditCard('4111111111111111'),
  v.escape('<a>"'),
  v.isISO8601('2024-02-30', { strict: true }),
  v.isIP('::1'),
  v.normalizeEmail('A.B+c@gmail.com'),
  v.isIBAN('GB82WEST12345698765432'),
]);
use('yup', async yup => {
  const schema = yup.object({
    name: yup.string().required().min(2),
    age: yup.number().positive().integer().default(1),
    list: yup.array().of(yup.string().email()),
  });
  return [
    await schema.validate({ name: 'ab', age: '5' }),
    await schema.validate({ name: 'a', list: ['x'] }, { abortEarly: false }).catch(e => e.errors),
  ];
});
use('ajv', Ajv => {
  const ajv = new Ajv({ allErrors: true, useDefaults: true });
  const check = ajv.compile({
    type: 'object',
    required: ['a'],
    properties: {
      a: { type: 'integer', minimum: 2 },
      b: { enum: ['x', 'y'], default: 'x' },
      c: { $ref: '#/$defs/s' },
    },
    $defs: { s: { type: 'array', items: { type: 'string', pattern: '^a/b' }, uniqueItems: true } },
  });
  const value = { a: 1, c: ['a/b', 'a/b', 'c'] };
  return [check(value), check.errors.map(e => [e.instancePath, e.message]), value];
});
use('superstruct', ({ object, string, array, number, assert, coerce, create, size }) => {
  const User = object({ name: size(string(), 1, 5), list: array(number()) });
  const message = (() => {
    try {
      assert({ name: 'toolong', list: [] }, User);
    } catch (e) {
      return e.message;
    }
  })();
  return [
    message,
    create(
      '5',
      coerce(number(), string(), v => parseFloat(v)),
    ),
  ];
});
use('valibot', v => [
  v.safeParse(v.object({ a: v.pipe(v.string(), v.email()), b: v.optional(v.number(), 2) }), { a: 'x@y.z' }).output,
  v.safeParse(v.tuple([v.string()]), [1]).issues.map(i => i.message),
]);
use('io-ts', t => {
  const T = t.type({ a: t.number, b: t.array(t.union([t.string, t.null])) });
  return [T.decode({ a: 1, b: ['x', null] })._tag, T.decode({ a: '1' })._tag, T.name];
});
use('joi', Joi => {
  const schema = Joi.object({
    a: Joi.string().alphanum().min(3).required(),
    b: Joi.number().when('a', { is: 'abc', then: Joi.required() }),
    d: Joi.date().iso(),
  });
  return [schema.validate({ a: 'abc' }).error?.message, schema.validate({ a: 'abcd', d: '2024-01-01' }).value];
});
use('pako', pako => {
  const text = 'the quick brown fox '.repeat(50);
  const packed = pako.deflate(text, { level: 9 });
  return [
    packed.length,
    pako.inflate(packed, { to: 'string' }) === text,
    pako.ungzip(pako.gzip(new Uint8Array([1, 2, 3]))),
  ];
});
use('fflate', ({ zlibSync, unzlibSync, strToU8, strFromU8, zipSync, unzipSync }) => {
  const packed = zlibSync(strToU8('hello hello hello hello'), { level: 9 });
  return [
    packed.length,
    strFromU8(unzlibSync(packed)),
    Object.keys(unzipSync(zipSync({ 'a.txt': strToU8('x'.repeat(99)) }))),
  ];
});
use('lz-string', lz => [
  lz.compressToBase64('hello world, hello world'),
  lz.decompressFromUTF16(lz.compressToUTF16('äöü'.repeat(20))),
]);
use('crypto-js', C => [
  C.SHA256('x').toString(),
  C.MD5('é').toString(),
  C.AES.decrypt(C.AES.encrypt('secret', 'key'), 'key').toString(C.enc.Utf8),
  C.HmacSHA512('a', 'b').toString(C.enc.Base64),
  C.PBKDF2('p', 's', { keySize: 4, iterations: 10 }).toString(),
]);
use('js-sha256', ({ sha256, sha224 }) => [sha256('The quick brown fox'), sha224.hmac('key', 'ü')]);
use('blueimp-md5', md5 => [md5('hello'), md5('value', 'key')]);
use('tweetnacl', nacl => {
  const pair = nacl.sign.keyPair.fromSeed(new Uint8Array(32).fill(7));
  return [
    nacl.hash(new Uint8Array([1, 2])).slice(0, 8),
    nacl.sign.detached(new Uint8Array([5]), pair.secretKey).slice(0, 8),
  ];
});
use('bs58', bs58 => [bs58.encode(new Uint8Array([0, 1, 255, 254])), bs58.decode('1Ldp')]);
use('base64-js', ({ fromByteArray, toByteArray }) => [
  fromByteArray(new Uint8Array([250, 251, 252, 253])),
  toByteArray('-_s='),
]);
use('ieee754', ({ write, read }) => {
  const bytes = new Uint8Array(8);
  write(bytes, Math.PI, 0, true, 52, 8);
  return [bytes, read(bytes, 0, true, 52, 8)];
});
use('punycode', ({ toASCII, toUnicode, ucs2 }) => [
  toASCII('mañana.com'),
  toUnicode('xn--maana-pta.com'),
  ucs2.decode('a𝌆'),
]);
use('@msgpack/msgpack', ({ encode, decode }) => {
  const bytes = encode({ a: [1, -200, 3.5, null, 'é'], b: new Uint8Array([1]), c: { d: 2 ** 40 } });
  return [bytes, decode(bytes)];
});
use('cbor-x', ({ encode, decode }) => decode(encode({ a: [1, 2n ** 60n, new Date(1e12)], m: new Map([['k', 1]]) })));
use('protobufjs', protobuf => {
  const root = protobuf.parse(
    'syntax = "proto3"; message M { string a = 1; repeated int32 b = 2; map<string, ' +
    'double> c = 3; enum E { X = 0; Y = 1; } E e = 4; }',
  ).root;
  const M = root.lookupType('M');
  const bytes = M.encode(M.create({ a: 'x', b: [1, -1], c: { k: 1.5 }, e: 1 })).finish();
  return [bytes, M.toObject(M.decode(bytes), { enums: String })];
});
use('i18next', async i18next => {
  await i18next.init({
    lng: 'en',
    resources: {
      en: {
        translation: {
          hi: 'Hi {{name}}',
          item_one: '{{count}} item',
          item_other: '{{count}} items',
          nest: '$t(hi, {"name": "N"})!',
        },
      },
    },
  });
  return [i18next.t('hi', { name: '<b>' }), i18next.t('nest'), i18next.t('missing.key')];
});
use('minimist', minimist => minimist(['-abc', '--x=1', '--no-y', '--list', 'a', '--list', 'b', '--', 'rest']));
use('mri', mri => mri(['--foo', 'bar', '-mtv', '--no-q', 'x'], { alias: { f: 'foo' } }));
use('ua-parser-js', ({ UAParser }) =>
  new UAParser(
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36',
  ).getResult(),
);
use('bowser', Bowser =>
  Bowser.parse(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 ' +
    '(KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1',
  ),
);
use('libphonenumber-js', ({ parsePhoneNumber, AsYouType }) => [
  parsePhoneNumber('8 (800) 555-35-35', 'RU').formatInternational(),
  new AsYouType('US').input('2133734253'),
  parsePhoneNumber('+12133734253').country,
]);
use('jsondiffpatch', j => {
  const a = { x: 1, list: [{ id: 1 }, { id: 2 }] },
    b = { x: 2, list: [{ id: 2 }, { id: 3 }] };
  const d = j.create({ objectHash: o => o.id });
  const delta = d.diff(a, b);
  return [delta, d.patch(d.clone(a), delta)];
});
use('fast-json-patch', p => [
  p.compare({ a: [1, 2], b: 1 }, { a: [1, 3], c: 2 }),
  p.applyPatch({ a: [1] }, [{ op: 'add', path: '/a/-', value: 2 }]).newDocument,
]);
use('jmespath', j => [
  j.search(
    {
      a: [
        { b: 1, c: 'x' },
        { b: 3, c: 'y' },
      ],
    },
    'a[?b > `2`].{n: c, s: to_string(b)}',
  ),
  j.search([3, 1, 2], 'sort(@)[::-1]'),
]);
use('sift', sift =>
  [
    { a: 1, b: ['x'] },
    { a: 5, b: ['y'] },
  ].filter(sift({ $or: [{ a: { $gt: 3 } }, { b: { $regex: '^x' } }] })),
);
use('mingo', mingo => {
  const { Query, aggregate } = mingo;
  return [
    new Query({ a: { $gt: 1 } }).find([{ a: 1 }, { a: 2 }]).all(),
    aggregate(
      [
        { k: 'x', v: 1 },
        { k: 'x', v: 2 },
      ],
      [{ $group: { _id: '$k', s: { $sum: '$v' } } }],
    ),
  ];
});
