// META: title=URL
'use strict';

const parts = [
  'href', 'origin', 'protocol', 'username', 'password', 'host', 'hostname', 'port', 'pathname', 'search', 'hash',
];

test(() => {
  const url = new URL('HTTPS://us%41r:p:w@EXAMPLE.com:0444/a/./b/../c d?q=ü#f `');
  assert_array_equals(parts.map(part => url[part]), [
    'https://us%41r:p%3Aw@example.com:444/a/c%20d?q=%C3%BC#f%20%60', 'https://example.com:444', 'https:', 'us%41r',
    'p%3Aw', 'example.com:444', 'example.com', '444', '/a/c%20d', '?q=%C3%BC', '#f%20%60',
  ]);
  assert_equals(`${url}`, url.href);
  assert_equals(JSON.stringify({ url }), `{"url":"${url.href}"}`);
}, 'The parts of a URL');

test(() => {
  for (const [text, base, href] of [
    ['', 'http://h/p?q#f', 'http://h/p?q'],
    ['?', 'http://h/p?q#f', 'http://h/p?'],
    ['../x', 'http://h/a/b/c', 'http://h/a/x'],
    ['//other', 'ws://h/a', 'ws://other/'],
    ['\\\\other\\x', 'http://h/a', 'http://other/x'],
    ['////other/x', 'http://h/a', 'http://other/x'],
    [' \t/\n/ /x', 'foo://h/a', undefined],
    ['/\n/\t/other/x ', 'https://h/a', 'https://other/x'],
    ['http:x', 'http://h/a/b', 'http://h/a/x'],
    ['#f', 'mailto:me', 'mailto:me#f'],
    ['x', 'mailto:me', undefined],
    ['x', 'x', undefined],
    ['http://a/', 'x', undefined],
  ]) {
    assert_equals(URL.canParse(text, base), href !== undefined, text);
    assert_equals(URL.parse(text, base)?.href, href, text);
    if (href === undefined) assert_throws_js(TypeError, () => new URL(text, base), text);
    else assert_equals(new URL(text, base).href, href, text);
  }
}, 'Relative URLs');

test(() => {
  for (const [text, host] of [
    ['http://0x7F.1/', '127.0.0.1'], ['http://256/', '0.0.1.0'], ['http://[1:0::0.0.0.2]/', '[1::2]'],
    ['http://faß.ExAmple/', 'xn--fa-hia.example'], ['foo://%41B/', '%41B'], ['http://%41B/', 'ab'], ['file:///', ''],
  ]) assert_equals(new URL(text).host, host, text);
  for (const text of [
    'http://', 'http:///?', 'http://a b/', 'http://1.2.3.256/', 'http://[1::2::3]/', 'http://%00/', 'http://h:65536/',
    'http://h:x/', 'http://xn--/', 'foo://a^b/', 'http://user@/', '', 'x', '1:', 'http://\u00ad/',
  ]) assert_false(URL.canParse(text), text);
}, 'Hosts');

test(() => {
  assert_equals(new URL('foo:opaque  ?q').href, 'foo:opaque %20?q');
  assert_equals(new URL('foo:opaque #f').pathname, 'opaque%20');
  assert_equals(new URL('foo:opaque ').pathname, 'opaque');
  const url = new URL('foo:opaque ?q#f');
  url.search = '';
  url.hash = '';
  assert_equals(url.href, 'foo:opaque%20');
  url.pathname = '/x';
  url.host = 'h';
  url.port = '1';
  url.username = 'u';
  assert_equals(url.href, 'foo:opaque%20');
}, 'Opaque paths');

test(() => {
  assert_equals(new URL('http://h/^?^#^').href, 'http://h/%5E?^#^');
  assert_equals(new URL('foo:/.//p').href, 'foo:/.//p');
  assert_equals(new URL('foo:/.//p').pathname, '//p');
  assert_equals(new URL('http://h/\ud800?\udc00').href, 'http://h/%EF%BF%BD?%EF%BF%BD');
}, 'Paths');

test(() => {
  for (const [text, origin] of [
    ['http://h:80/', 'http://h'], ['wss://h:1/', 'wss://h:1'], ['file:///x', 'null'], ['foo://h/', 'null'],
    ['blob:https://h:1/id', 'https://h:1'], ['blob:ftp://h/id', 'null'], ['blob:blob:http://h/', 'null'],
    ['blob:id', 'null'],
  ]) assert_equals(new URL(text).origin, origin, text);
}, 'Origins');

const setterTests = {
  protocol: [
    ['http://h:443/', 'https', 'https://h/'], ['http://h/', 'foo', 'http://h/'], ['foo://h/', 'http', 'foo://h/'],
    ['foo://h/', 'b:ar', 'b://h/'], ['http://h/', '1', 'http://h/'], ['http://u@h/', 'file', 'http://u@h/'],
  ],
  username: [
    ['http://h/', 'ü:@', 'http://%C3%BC%3A%40@h/'], ['http://u@h/', '', 'http://h/'], ['file:///', 'u', 'file:///'],
  ],
  password: [['http://h/', 'p', 'http://:p@h/'], ['http://u:p@h/', '', 'http://u@h/'], ['foo:/p', 'p', 'foo:/p']],
  host: [
    ['http://h:1/', 'g:2', 'http://g:2/'], ['http://h:1/', 'g', 'http://g:1/'], ['http://h/', '', 'http://h/'],
    ['http://h:1/', 'a b', 'http://h:1/'], ['foo:/.//p', 'h', 'foo://h//p'], ['foo:/.//p', '', 'foo:////p'],
    ['foo://h/', '', 'foo:///'], ['foo://u@h/', '', 'foo://u@h/'],
  ],
  hostname: [['http://h:1/', 'g', 'http://g:1/'], ['http://h/', 'g:1', 'http://h/'], ['foo:/.//p', 'h', 'foo://h//p']],
  port: [
    ['http://h/', '81x', 'http://h:81/'], ['http://h:1/', '', 'http://h/'], ['http://h:1/', '80', 'http://h/'],
    ['http://h/', '65536', 'http://h/'], ['http://h/', 'x', 'http://h/'], ['file:///', '1', 'file:///'],
  ],
  pathname: [
    ['http://h/a', 'b c?#^', 'http://h/b%20c%3F%23%5E'], ['http://h/a', '', 'http://h/'],
    ['http://h/a', '\\x\\..\\y', 'http://h/y'], ['foo:/a', '/.//p', 'foo:/.//p'], ['foo:/a', '//p', 'foo:/.//p'],
    ['foo:/.//a', 'p', 'foo:/p'], ['foo:/a', '', 'foo:/'],
    ['foo:///a', '', 'foo://'], ['foo://h/a', '', 'foo://h'], ['foo://h/a?q#f', 'x\ty', 'foo://h/xy?q#f'],
    ['foo://h/a', ' x ', 'foo://h/%20x%20'], ['foo://h/a', '\\', 'foo://h/\\'],
  ],
  search: [
    ['http://h/?a', '??b#', 'http://h/??b%23'], ['http://h/?a', '', 'http://h/'], ['http://h/#f', '?', 'http://h/?#f'],
    ['http://h/', "'", 'http://h/?%27'], ['foo://h/', "'", "foo://h/?'"],
  ],
  hash: [['http://h/#a', '##b`', 'http://h/##b%60'], ['http://h/#a', '', 'http://h/'], ['foo:p#a', '#', 'foo:p#']],
};
for (const [part, cases] of Object.entries(setterTests)) {
  test(() => {
    for (const [href, value, expected] of cases) {
      const url = new URL(href);
      url[part] = value;
      assert_equals(url.href, expected, `${href} ${value}`);
      assert_equals(new URL(url.href).href, expected, `parsed again: ${expected}`);
    }
  }, `The setter of ${part}`);
}

test(() => {
  const url = new URL('http://h/?a=1');
  const params = url.searchParams;
  assert_throws_js(TypeError, () => { url.href = '/relative'; });
  assert_equals(url.href, 'http://h/?a=1');
  assert_equals(params.get('a'), '1');
  url.href = 'http://g/?b=2';
  assert_equals(url.searchParams, params);
  assert_equals(`${params}`, 'b=2');
  url.href = 'http://g/';
  assert_equals(params.size, 0);
}, 'The setter of href');

test(() => {
  const url = new URL('http://h:8080/');
  url.port = '\n\t';
  assert_equals(url.port, '8080', 'the parser removes tabs and newlines, and nothing is left');
  url.port = '';
  assert_equals(url.port, '');
  for (const host of ['', '\n', '/', '\\x', '?x', '\t#']) {
    const file = new URL('file://h/p');
    file.host = host;
    assert_equals(file.href, 'file:///p', `host ${JSON.stringify(host)}`);
    const other = new URL('http://h/p');
    other.hostname = host;
    assert_equals(other.href, 'http://h/p', `hostname ${JSON.stringify(host)}`);
  }
}, 'The setters of host and port, without a host or port');

test(() => {
  for (const args of [[], ['/x', undefined], [Symbol()], ['http://h/', Symbol()]]) {
    assert_throws_js(TypeError, () => new URL(...args));
  }
  assert_throws_js(TypeError, () => URL('http://h/'));
  assert_throws_js(TypeError, () => URL.parse());
  assert_throws_js(TypeError, () => URL.canParse());
  assert_throws_js(RangeError, () => URL.canParse({ toString() { throw new RangeError(); } }));
  assert_throws_js(RangeError, () => { new URL('http://h/').port = { toString() { throw new RangeError(); } }; });
  for (const method of ['toString', 'toJSON']) assert_throws_js(TypeError, () => URL.prototype[method].call({}));
  assert_throws_js(TypeError, () => { URL.prototype.href = 'http://h/'; });
  assert_throws_js(TypeError, () => { new URL('http://h/').origin = 'x'; });
  assert_throws_dom('DataCloneError', () => structuredClone(new URL('http://h/')));
}, 'Bad arguments');

test(() => {
  class Special extends URL { get special() { return this.hostname; } }
  assert_equals(new Special('http://h/').special, 'h');
  assert_equals(Object.getPrototypeOf(Special.parse('http://h/')), URL.prototype);
  assert_equals(Object.getPrototypeOf(new Special('http://h/').searchParams), URLSearchParams.prototype);
}, 'Subclasses');
