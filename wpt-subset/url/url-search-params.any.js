// META: title=URLSearchParams
'use strict';

const text = init => String(new URLSearchParams(init));

test(() => {
  assert_equals(text(), '');
  assert_equals(text(undefined), '');
  assert_equals(text(null), 'null=');
  assert_equals(text('?a=b&&c&=d&e=f=g'), 'a=b&c=&=d&e=f%3Dg');
  assert_equals(text('??a'), '%3Fa=');
  assert_equals(text('a+b=%20%2B%zz%41%ff'), 'a+b=+%2B%25zzA%EF%BF%BD');
  assert_equals(text('\ufeffa=\ud800'), '%EF%BB%BFa=%EF%BF%BD');
  assert_equals(text('a*-._~\'()!'), 'a*-._%7E%27%28%29%21=');
}, 'From a string');

test(() => {
  assert_equals(text([['a', 1], ['a', null]]), 'a=1&a=null');
  assert_equals(text(new Set([new Set(['x', 'y'])])), 'x=y');
  assert_equals(text(new URLSearchParams('b=2&a=1')), 'b=2&a=1');
  const withOwnIterator = new URLSearchParams('a=1');
  withOwnIterator[Symbol.iterator] = function* () { yield ['b', '2']; };
  assert_equals(text(withOwnIterator), 'b=2');
  const invalid = [[1], [['a']], [['a', 'b', 'c']], ['ab'], [[]], [null], { [Symbol.iterator]: 1 }, new String('ab')];
  for (const init of invalid) {
    assert_throws_js(TypeError, () => new URLSearchParams(init));
  }
  assert_throws_js(RangeError, () => new URLSearchParams({ get [Symbol.iterator]() { throw new RangeError(); } }));
  let reads = 0;
  assert_equals(text({ get [Symbol.iterator]() { reads++; return () => [['c', 'd']].values(); } }), 'c=d');
  assert_equals(reads, 1);
}, 'From a sequence');

test(() => {
  assert_equals(text({ b: 1, a: [2, 3], 1: true }), '1=true&b=1&a=2%2C3');
  assert_equals(text(Object.create({ inherited: 1 }, { hidden: { value: 2 } })), '');
  assert_equals(text({ '\ud800': 1, x: 2, '\udc00': 3 }), '%EF%BF%BD=3&x=2');
  assert_throws_js(TypeError, () => new URLSearchParams({ [Symbol.iterator]: null, a: 1 }));
  assert_throws_js(TypeError, () => new URLSearchParams({ [Symbol()]: 1 }));
  assert_throws_js(TypeError, () => new URLSearchParams({ a: Symbol() }));
  assert_throws_js(RangeError, () => new URLSearchParams({ get a() { throw new RangeError(); } }));
  const log = [];
  const init = new Proxy({ a: 1, b: 2 }, {
    ownKeys(target) { log.push('ownKeys'); return Reflect.ownKeys(target); },
    getOwnPropertyDescriptor(target, key) {
      log.push(`descriptor ${key}`);
      return { ...Reflect.getOwnPropertyDescriptor(target, key), enumerable: key === 'b' };
    },
    get(target, key) { log.push(`get ${String(key)}`); return target[key]; },
  });
  assert_equals(text(init), 'b=2');
  assert_array_equals(log, ['get Symbol(Symbol.iterator)', 'ownKeys', 'descriptor a', 'descriptor b', 'get b']);
}, 'From a record');

test(() => {
  const params = new URLSearchParams('a=1&b=2&a=3&c=4&a=5');
  assert_equals(params.size, 5);
  assert_equals(params.get('a'), '1');
  assert_equals(params.get('x'), null);
  assert_array_equals(params.getAll('a'), ['1', '3', '5']);
  assert_array_equals(params.getAll('x'), []);
  assert_true(params.has('a') && params.has('a', 3) && params.has('a', undefined));
  assert_false(params.has('x') || params.has('a', 2) || params.has('b', null));
  params.delete('a', 3);
  assert_equals(`${params}`, 'a=1&b=2&c=4&a=5');
  params.set('a', 9);
  assert_equals(`${params}`, 'a=9&b=2&c=4');
  params.set('d', '');
  params.append('b', 'é');
  assert_equals(`${params}`, 'a=9&b=2&c=4&d=&b=%C3%A9');
  params.delete('b', undefined);
  assert_equals(`${params}`, 'a=9&c=4&d=');
  assert_equals(params.append('x', 'y'), undefined);
}, 'Operations');

test(() => {
  const params = new URLSearchParams([['\uffff', 1], ['\u{10000}', 2], ['b', 3], ['a', 4], ['b', 5], ['', 6]]);
  params.sort();
  assert_array_equals([...params.values()], ['6', '4', '3', '5', '2', '1']);
}, 'sort() compares code units and is stable');

test(() => {
  const params = new URLSearchParams('a=1&b=2&c=3');
  assert_array_equals([...params].flat(), ['a', '1', 'b', '2', 'c', '3']);
  assert_array_equals([...params.keys()], ['a', 'b', 'c']);
  assert_equals(params[Symbol.iterator], params.entries);
  const seen = [];
  for (const [name] of params) {
    seen.push(name);
    params.delete(name);
  }
  assert_array_equals(seen, ['a', 'c']);
  const iterator = params.keys();
  assert_equals(iterator.next().value, 'b');
  assert_true(iterator.next().done);
  params.append('d', '');
  assert_equals(iterator.next().value, 'd');
  const prototype = Object.getPrototypeOf(iterator);
  assert_equals(Object.getPrototypeOf(prototype), Iterator.prototype);
  assert_equals(prototype[Symbol.toStringTag], 'URLSearchParams Iterator');
  assert_throws_js(TypeError, () => prototype.next.call(params));
  assert_throws_js(TypeError, () => prototype.next.call(new Headers().keys()));
}, 'Iteration');

test(() => {
  const params = new URLSearchParams('a=1&b=2');
  const calls = [];
  const that = {};
  params.forEach(function (value, name, object) {
    calls.push(value, name, object === params, this === that);
    if (name === 'a') params.append('c', 3);
  }, that);
  assert_array_equals(calls, ['1', 'a', true, true, '2', 'b', true, true, '3', 'c', true, true]);
  assert_throws_js(TypeError, () => params.forEach());
  assert_throws_js(TypeError, () => params.forEach({}));
  assert_throws_exactly(that, () => params.forEach(() => { throw that; }));
}, 'forEach()');

test(() => {
  const url = new URL('http://h/?a=1#f');
  const params = url.searchParams;
  params.append('b', ' ');
  assert_equals(url.href, 'http://h/?a=1&b=+#f');
  url.search = '?x=%20\t&y';
  assert_equals(url.searchParams, params);
  assert_equals(url.search, '?x=%20&y');
  assert_equals(params.get('x'), ' \t');
  params.sort();
  assert_equals(url.search, '?x=+%09&y=');
  params.delete('x');
  params.delete('y');
  assert_equals(url.href, 'http://h/#f');
  params.set('z', 'é');
  url.hash = '';
  assert_equals(String(url), 'http://h/?z=%C3%A9');
  url.search = '';
  assert_equals(params.size, 0);
  params.append('c', '');
  url.href = 'foo:opaque ?q';
  params.delete('q');
  assert_equals(url.href, 'foo:opaque%20');
}, 'The parameters of a URL are live in both directions');

test(() => {
  const url = new URL('http://h/?a=~');
  url.searchParams.delete('x');
  assert_equals(url.href, 'http://h/?a=%7E');
  const copy = new URLSearchParams(url.searchParams);
  copy.append('b', '');
  assert_equals(url.search, '?a=%7E');
}, 'A change of the parameters serializes them, and a copy has no URL');

test(() => {
  const params = new URLSearchParams();
  for (const [name, length] of Object.entries({ append: 2, delete: 1, get: 1, getAll: 1, has: 1, set: 2 })) {
    assert_equals(params[name].length, length, name);
    assert_throws_js(TypeError, () => params[name](...Array(length - 1).fill('')), name);
    assert_throws_js(TypeError, () => params[name].call({}, '', ''), name);
    assert_throws_js(TypeError, () => params[name](Symbol(), ''), name);
  }
  assert_throws_js(TypeError, () => params.append('', Symbol()));
  assert_throws_js(TypeError, () => URLSearchParams());
  assert_equals(params.size, 0);
  assert_throws_dom('DataCloneError', () => structuredClone(params));
}, 'Bad arguments');

test(() => {
  const url = new URL('http://h/');
  for (let i = 0; i < 20000; i++) url.searchParams.append('n', i);
  assert_equals(url.searchParams.size, 20000);
  // There are 88,890 digits, and three characters for each pair, except for the `&` before the first one.
  assert_equals(url.search.length, 1 + 88890 + 3 * 20000 - 1);
}, 'Many changes');
