// Collections, comparison, numbers, dates and text.

import { use } from './use.mjs';

const people = [
  { name: 'Ann', age: 31, tags: ['a', 'b'] },
  { name: 'Bob', age: 25, tags: ['b'] },
  { name: 'Cy', age: 31, tags: [] },
];

use('underscore', _ => [
  _.groupBy(people, 'age'),
  _.chain(people).pluck('tags').flatten().countBy().value(),
  _.template('<% for (const p of list) { %><%- p.name %>;<% } %>')({ list: people }),
  _.sortBy(people, p => -p.age).map(p => p.name),
]);
use('ramda', R => [
  R.pipe(R.groupBy(R.prop('age')), R.map(R.pluck('name')))(people),
  R.evolve({ age: R.inc, tags: R.reverse }, people[0]),
  R.path(['a', 'b', 1], { a: { b: [1, 2] } }),
  R.curry((a, b, c) => a + b + c)(1)(R.__, 3)(2),
]);
use('rambda', R => [R.filter(x => x > 1, [1, 2, 3]), R.path('a.b')({ a: { b: 4 } })]);
use('remeda', R => [
  R.pipe(
    people,
    R.filter(p => p.age > 30),
    R.map(p => p.name),
    R.take(1),
  ),
  R.groupBy(people, p => p.age),
  R.chunk([1, 2, 3, 4, 5], 2),
]);
use('immutable', ({ Map, List, Set, Record, fromJS, OrderedMap, Range, Seq }) => {
  const map = Map({ a: 1 })
    .set('b', List([1, 2]))
    .updateIn(['b', 1], x => x * 10);
  const Point = Record({ x: 0, y: 0 });
  return [
    map.toJS(),
    String(map),
    fromJS({ a: { b: [1] } }).getIn(['a', 'b', 0]),
    Set([1, 2, 2]).union([3]).toArray(),
    new Point({ x: 1 }).set('y', 2).toObject(),
    OrderedMap([
      ['z', 1],
      ['a', 2],
    ])
      .sortBy(v => -v)
      .keySeq()
      .toArray(),
    Range(0, 20, 5)
      .map(x => x + 1)
      .toArray(),
    Seq([1, 2, 3, 4])
      .filter(x => x % 2)
      .map(x => x * x)
      .toJS(),
    map.equals(Map({ a: 1, b: List([1, 20]) })),
  ];
});
use('fast-deep-equal', equal => [
  equal({ a: [1, { b: 2 }] }, { a: [1, { b: 2 }] }),
  equal([1], [2]),
  equal(NaN, NaN),
]);
use('dequal', ({ dequal }) => [
  dequal(new Map([[{ a: 1 }, 2]]), new Map([[{ a: 1 }, 2]])),
  dequal(new Set([1]), new Set([2])),
]);
use('deep-equal', equal => [equal({ a: [1, '1'] }, { a: ['1', 1] }), equal({ a: 1 }, { a: '1' }, { strict: true })]);
use('deepmerge', merge => merge({ a: [1], b: { c: 1 } }, { a: [2], b: { d: 2 } }));
use('lodash.merge', merge => merge({ a: [{ b: 1 }] }, { a: [{ c: 2 }, 3] }));
use('lodash.debounce', debounce => {
  const log = [];
  const f = debounce(x => log.push(x), 10);
  f(1);
  f(2);
  return new Promise(done => setTimeout(() => done(log), 40));
});
use('object-assign', assign => assign({ a: 1 }, null, { b: 2 }));
use('clone', clone => {
  const o = { d: new Date(0), r: /x/gi, list: [1, { a: 2 }] };
  o.self = o;
  const c = clone(o);
  return [c.self === c, c.d.getTime(), String(c.r), c.list];
});
use('rfdc', rfdc => rfdc({ proto: true })({ a: { b: [1, new Date(5)] } }));
use('klona', ({ klona }) => klona({ a: new Map([[1, { b: 2 }]]), b: new Set([3]) }));
use('flat', ({ flatten, unflatten }) => [flatten({ a: { b: [1, { c: 2 }] } }), unflatten({ 'a.b.0': 1, 'a.c': 2 })]);
use('dot-prop', ({ getProperty, setProperty, hasProperty, deleteProperty }) => {
  const o = { a: { 'b.c': [1] } };
  setProperty(o, 'a.d[1].e', 5);
  return [getProperty(o, 'a.b\\.c'), hasProperty(o, 'a.d[1].e'), deleteProperty(o, 'a.d[1]'), o];
});
use('object-path', path => {
  const o = { a: { b: [] } };
  path.push(o, 'a.b', 1);
  path.ensureExists(o, 'a.c.d', 7);
  return [o, path.get(o, 'x.y', 'none'), path.coalesce(o, ['z', 'a.c.d'])];
});
use('fast-json-stable-stringify', stringify => stringify({ b: [{ d: 1, c: 2 }], a: undefined, e: new Date(0) }));
use('safe-stable-stringify', stringify => {
  const o = { b: 1, a: [] };
  o.a.push(o);
  return stringify(o);
});
use('bignumber.js', ({ BigNumber }) => [
  new BigNumber('0.1').plus('0.2').toString(),
  new BigNumber('123456789.987654321').times('9876543210.0123456789').toFormat(4),
  new BigNumber(2).pow(200).toString(16),
  new BigNumber(10).div(3).toFraction(1000).map(String),
  new BigNumber('1e400').sqrt().toExponential(10),
]);
use('decimal.js', ({ Decimal }) => [
  new Decimal(2).sqrt().toString(),
  Decimal.exp(1).toString(),
  new Decimal('0.5').acos().times(3).toString(),
  new Decimal('123.456').toSD(4).toString(),
  Decimal.set({ precision: 40 }) && new Decimal(1).div(7).toString(),
]);
use('big.js', Big => [new Big(1).div(3).toString(), new Big('1e-7').toFixed(10), new Big(2).pow(64).toString()]);
use('bn.js', BN => [
  new BN('dead', 16).mul(new BN('123456789012345678901234567890')).toString(),
  new BN(3).toRed(BN.red('k256')).redPow(new BN(1000)).fromRed().toString(16),
  new BN(1).shln(100).subn(1).divmod(new BN(97)).mod.toNumber(),
]);
use('long', long => {
  const Long = long.default ?? long;
  return [Long.fromString('9223372036854775807').add(1).toString(), Long.fromNumber(-1).toUnsigned().toString(16)];
});
use('fraction.js', ({ Fraction }) => [
  new Fraction('1.(3)').toFraction(true),
  new Fraction(3, 8).add('1/4').toString(),
]);
use('complex.js', ({ Complex }) => [new Complex('3+4i').sqrt().toString(), new Complex(1, 1).pow(5).toString()]);
use('mathjs', math => [
  math.evaluate('2 inch to cm').toString(),
  math.derivative('x^3 + sin(x)', 'x').toString(),
  math.det([
    [2, 1],
    [1, 3],
  ]),
  math.simplify('2x + 3x').toString(),
  math.format(
    math.inv(
      math.matrix([
        [1, 2],
        [3, 4],
      ]),
    ),
    6,
  ),
  math.parse('f(a) = a^2 ? 1 : -1').toTex(),
]);
use('simple-statistics', s => [
  s.mean([1, 2, 4]),
  s.standardDeviation([1, 2, 4]),
  s.quantile([3, 1, 2, 9], 0.75),
  s.linearRegression([
    [0, 1],
    [1, 3],
  ]),
]);
use('ml-matrix', ({ Matrix, inverse, EigenvalueDecomposition }) => {
  const m = new Matrix([
    [2, 0],
    [0, 3],
  ]);
  return [m.mmul(m).to2DArray(), inverse(m).to2DArray(), new EigenvalueDecomposition(m).realEigenvalues];
});
use('gl-matrix', ({ mat4, vec3, quat }) => {
  const m = mat4.rotateY(mat4.create(), mat4.create(), 1);
  return [
    Array.from(m),
    Array.from(vec3.cross([], [1, 2, 3], [4, 5, 6])),
    quat.str(quat.fromEuler(quat.create(), 10, 20, 30)),
  ];
});
use('seedrandom', seedrandom => {
  const random = seedrandom('hello');
  return [random(), random.int32(), random.quick()];
});
use('random-js', ({ Random, MersenneTwister19937 }) => {
  const random = new Random(MersenneTwister19937.seed(7));
  return [random.integer(1, 100), random.shuffle([1, 2, 3, 4]), random.real(0, 1), random.uuid4()];
});
use('chance', Chance => {
  const chance = new Chance(42);
  return [
    chance.name(),
    chance.email(),
    chance.integer({ min: 1, max: 9 }),
    chance.sentence({ words: 4 }),
    chance.guid(),
  ];
});
use('@faker-js/faker', ({ faker }) => {
  faker.seed(1);
  return [faker.person.fullName(), faker.internet.email(), faker.number.int(100), faker.lorem.words(3)];
});
use('numeral', numeral => [
  numeral(1234567.891).format('0,0.00'),
  numeral(0.256).format('0.0%'),
  numeral('1,234').value(),
  numeral(2048).format('0 b'),
]);
use('accounting', a => [
  a.formatMoney(-4999.99, { format: { pos: '%s %v', neg: '(%s %v)', zero: '-' } }),
  a.unformat('$ 1,234.5'),
]);
use('currency.js', currency => [
  currency('1,234.56').add(0.1).format(),
  currency(10)
    .distribute(3)
    .map(c => c.value),
]);
use('dinero.js', dinero => {
  const Dinero = dinero.default ?? dinero;
  const price = Dinero({ amount: 5000, currency: 'EUR' });
  return [price.multiply(1.19).getAmount(), price.allocate([1, 2]).map(d => d.getAmount()), price.toUnit()];
});
use('date-fns', f => [
  f.format(new Date(2024, 1, 29, 13, 5), "yyyy-MM-dd'T'HH:mm EEEE do LLL"),
  f.addMonths(new Date(2024, 0, 31), 1).toISOString(),
  f.differenceInCalendarDays(new Date(2024, 2, 1), new Date(2024, 1, 1)),
  f.formatDistance(new Date(2020, 0, 1), new Date(2021, 5, 1), { addSuffix: true }),
  f.parse('29 Feb 2024', 'd MMM yyyy', new Date(0)).toISOString(),
  f.eachDayOfInterval({ start: new Date(2024, 0, 1), end: new Date(2024, 0, 3) }).length,
]);
use('dayjs', dayjs => [
  dayjs('2024-02-29').add(1, 'year').format('YYYY/MM/DD dddd'),
  dayjs('2024-01-31 10:20').endOf('month').toISOString(),
  dayjs('2024-03-01').diff('2024-02-01', 'day'),
]);
use('moment', moment => [
  moment.utc('2024-02-29T10:00:00Z').add(1, 'M').format('LLLL'),
  moment.duration(90, 'minutes').humanize(),
  moment.utc('29/02/2024', 'DD/MM/YYYY').toISOString(),
  moment.utc(0).from(moment.utc(86400000 * 40)),
]);
use('ms', ms => [ms('2 days'), ms(60000), ms(-3 * 60000, { long: true })]);
use('pretty-ms', ms => [ms(1337000), ms(133.7, { millisecondsDecimalDigits: 1 }), ms(1e9, { compact: true })]);
use('rrule', ({ RRule, rrulestr }) => {
  const rule = new RRule({
    freq: RRule.WEEKLY,
    count: 3,
    byweekday: [RRule.MO, RRule.FR],
    dtstart: new Date(Date.UTC(2024, 0, 1)),
  });
  return [rule.all().map(d => d.toISOString()), rule.toText(), rrulestr('FREQ=DAILY;COUNT=2').options.count];
});
use('suncalc', s => {
  const times = s.getTimes(new Date('2024-06-21T12:00:00Z'), 51.5, -0.1);
  return [times.sunrise.toISOString(), s.getMoonIllumination(new Date(0)).phase];
});
use('uuid', ({ v5, v3, validate, parse, stringify, NIL }) => [
  v5('hello', v5.URL),
  v3('hello', v3.DNS),
  validate(NIL),
  stringify(parse('6ec0bd7f-11c0-43da-975e-2a8ad9ebae0b')),
]);
use('nanoid', ({ nanoid, customAlphabet }) => [nanoid().length, /^[ab]{5}$/.test(customAlphabet('ab', 5)())]);
use('hashids', Hashids => {
  const hashids = new Hashids('salt', 8);
  return [hashids.encode(1, 2, 3), hashids.decode(hashids.encode(45))];
});
use('sqids', Sqids => [new Sqids().encode([1, 2, 3]), new Sqids().decode('86Rf07')]);
use('ulid', ({ decodeTime, monotonicFactory }) => {
  const next = monotonicFactory(() => 0.5);
  return [next(1e12), next(1e12), decodeTime(next(5))];
});
use('semver', semver => [
  semver.satisfies('1.2.3', '^1.0.0 || >=3'),
  semver.inc('1.2.3-beta.1', 'prerelease'),
  semver.sort(['1.10.0', '1.9.0', '1.10.0-a']),
  semver.coerce('v3.4 build')?.version,
  new semver.Range('~1.2 <1.2.9').range,
]);
use('compare-versions', ({ compareVersions, satisfies }) => [
  ['1.10.0', '1.2.0', '1.2.0-rc.1'].sort(compareVersions),
  satisfies('10.1', '~10.1'),
]);
use('heap-js', ({ Heap }) => {
  const heap = new Heap((a, b) => b - a);
  heap.init([5, 1, 9, 3]);
  return [heap.pop(), heap.peek(), heap.toArray().length];
});
use('denque', Denque => {
  const d = new Denque([1, 2, 3]);
  d.unshift(0);
  d.push(4);
  return [d.shift(), d.pop(), d.toArray(), d.splice(1, 1), d.length];
});
use('yallist', ({ Yallist }) =>
  Yallist.create([1, 2, 3])
    .map(x => x * 2)
    .reverse()
    .toArray(),
);
use('lru-cache', ({ LRUCache }) => {
  const cache = new LRUCache({ max: 2 });
  cache.set('a', 1).set('b', 2);
  cache.get('a');
  cache.set('c', 3);
  return [[...cache.keys()], cache.has('b'), cache.size];
});
use('quick-lru', QuickLRU => {
  const lru = new QuickLRU({ maxSize: 2 });
  lru.set(1, 'a').set(2, 'b').set(3, 'c');
  return [[...lru.entriesAscending()], lru.size];
});
use('tiny-lru', ({ lru }) => {
  const cache = lru(2);
  cache.set('a', 1);
  cache.set('b', 2);
  cache.set('c', 3);
  return [cache.keys(), cache.get('a')];
});
use('toposort', toposort =>
  toposort([
    ['a', 'b'],
    ['b', 'c'],
    ['a', 'c'],
  ]),
);
use('@dagrejs/graphlib', ({ Graph, alg }) => {
  const g = new Graph();
  g.setEdge('a', 'b', 2);
  g.setEdge('b', 'c', 1);
  return [alg.topsort(g), alg.dijkstra(g, 'a', e => g.edge(e)), alg.isAcyclic(g)];
});
use('rbush', RBush => {
  const tree = new RBush(4);
  tree.load(Array.from({ length: 20 }, (_, i) => ({ minX: i, minY: i % 5, maxX: i, maxY: i % 5, id: i })));
  return [
    tree
      .search({ minX: 3, minY: 0, maxX: 9, maxY: 2 })
      .map(x => x.id)
      .sort(),
    tree.toJSON().height,
  ];
});
use('quickselect', quickselect => {
  const list = [65, 28, 59, 33, 21, 56, 22, 95];
  quickselect(list, 3);
  return list[3];
});
use('earcut', earcut => earcut([10, 0, 0, 50, 60, 60, 70, 10]));
use('delaunator', Delaunator =>
  Array.from(
    Delaunator.from([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1.1],
    ]).triangles,
  ),
);
use('simplify-js', simplify =>
  simplify(
    [
      { x: 0, y: 0 },
      { x: 1, y: 0.01 },
      { x: 2, y: 0 },
      { x: 3, y: 5 },
    ],
    0.1,
  ),
);
use('polygon-clipping', p =>
  p.intersection(
    [
      [
        [0, 0],
        [2, 0],
        [2, 2],
        [0, 2],
      ],
    ],
    [
      [
        [1, 1],
        [3, 1],
        [3, 3],
        [1, 3],
      ],
    ],
  ),
);
use('d3-array', d3 => [
  d3
    .bin()
    .thresholds(3)([1, 2, 3, 8])
    .map(b => b.length),
  d3.rollup(
    people,
    v => v.length,
    p => p.age,
  ),
  d3.ticks(0, 1, 4),
  d3.extent([3, 1]),
]);
use('d3-scale', d3 => [
  d3.scaleLinear([0, 10], [0, 1])(5),
  d3.scaleLog([1, 1000], [0, 3]).ticks(3),
  d3
    .scaleUtc([new Date(0), new Date(1e9)], [0, 1])
    .nice()
    .domain(),
]);
use('d3-format', d3 => [d3.format(',.2f')(1234.567), d3.format('.3s')(1234567), d3.format('+$,.0f')(-99.5)]);
use('d3-time-format', d3 => [
  d3.utcFormat('%Y-%m-%d %a %j %U')(new Date(1e12)),
  d3.utcParse('%d/%m/%Y')('05/06/2024').toISOString(),
]);
use('d3-interpolate', d3 => [
  d3.interpolateRgb('red', 'blue')(0.5),
  d3.interpolateString('0px', '10px')(0.3),
  d3.interpolateZoom([0, 0, 1], [1, 1, 2])(0.5),
]);
use('d3-hierarchy', d3 => {
  const root = d3.hierarchy({ v: 0, children: [{ v: 1 }, { v: 2, children: [{ v: 3 }] }] }).sum(d => d.v);
  return d3
    .treemap()
    .size([10, 10])(root)
    .leaves()
    .map(n => [n.x0, n.y0, n.x1, n.y1].map(x => x.toFixed(2)));
});
use('d3-shape', d3 => [
  d3.line().curve(d3.curveBasis)([
    [0, 0],
    [1, 2],
    [3, 1],
  ]),
  d3
    .pie()([1, 2, 3])
    .map(a => a.endAngle.toFixed(3)),
  d3.arc()({ innerRadius: 0, outerRadius: 5, startAngle: 0, endAngle: 2 }),
]);
use('d3-dsv', d3 => [d3.csvParse('a,b\n1,"x, y"\n2,"q""q"', d3.autoType), d3.tsvFormat([{ a: 1, b: 't\tt' }])]);
use('chroma-js', chroma => [
  chroma('teal').darken().hex(),
  chroma.scale(['yellow', '008ae5']).mode('lch').colors(4),
  chroma('#123')
    .lab()
    .map(x => x.toFixed(2)),
  chroma.contrast('pink', 'black'),
]);
use('tinycolor2', tc => [
  tc('hsl(120, 50%, 50%)').toHexString(),
  tc('red').complement().toRgbString(),
  tc.mostReadable('#fff', ['#888', '#000']).toHex(),
]);
use('colord', ({ colord }) => [
  colord('#ff0000').lighten(0.2).toHslString(),
  colord({ r: 1, g: 2, b: 3 }).toHex(),
  colord('rebeccapurple').isValid(),
]);
use('color', color => [color('#7743CE').alpha(0.5).lighten(0.5).string(), color.rgb(1, 2, 3).hsv().array()]);
use('color-convert', c => [
  c.rgb.hsl(140, 200, 100),
  c.keyword.rgb('blue'),
  c.hex.lab('DEADBF'),
  c.rgb.cmyk.raw(1, 2, 3),
]);
