// node:url and node:querystring: Node prints the same.
import url, { fileURLToPath, pathToFileURL, urlToHttpOptions } from 'node:url';
import querystring from 'node:querystring';

const attempt = (label, steps) => {
    try {
        console.log(label, steps());
    } catch (error) {
        console.log(label, 'threw', error.name, error.code, error.message);
    }
};
for (const text of [
    'file:///a/b',
    'file:///a%20b',
    'file:///a%2Fb',
    'file://host/a',
    'http://x/',
    'file:///%E2%82%AC',
    'file:///',
]) {
    attempt(text, () => fileURLToPath(text));
}
attempt('object', () => fileURLToPath(new URL('file:///x')));
attempt('number', () => fileURLToPath(1));
for (const text of ['/a b', '/a%b', '/a?b#c', '/a\\b', '/ü', '/a/', '/a\nb'])
    attempt(JSON.stringify(text), () => pathToFileURL(text).href);
for (const text of [
    'http://user:pass@host.com:8080/p/a/t/h?query=string#hash',
    'https://example.com',
    '/relative?x=1',
    'mailto:a@b.c',
    '//host/path',
    '?a=b',
    '#x',
    '',
    'http://a.com/b c',
    'HTTP://EXAMPLE.com/UP',
    'http://a.com?x=y',
    'file:///etc/x',
    'javascript:alert(1)',
    'a.js',
    'http://[::1]:3000/x',
    'x:y',
    'http://a.com/a#b?c',
]) {
    attempt(text, () => JSON.stringify(url.parse(text)));
}
attempt('query', () => JSON.stringify(url.parse('/a?b=c&b=d&e', true).query));
attempt('host', () => JSON.stringify(url.parse('//host/path', false, true)));
attempt('format', () => url.format({ protocol: 'http', host: 'a.com', pathname: 'x', query: { a: [1, 2], b: 'c d' } }));
attempt('format 2', () => url.format({ hostname: 'a.com', port: 80, protocol: 'https:', search: 'q=1', hash: 'h' }));
attempt('format url', () =>
    url.format(new URL('http://u:p@a.com/b?c#d'), { auth: false, fragment: false, search: false }),
);
for (const [from, to] of [
    ['/one/two/three', 'four'],
    ['http://a.com/', '/b'],
    ['http://a.com/b/c', '../d'],
    ['/a', 'http://x.y/'],
    ['a/b', 'c'],
    ['/a/b/', '?q'],
]) {
    attempt(`resolve ${from} ${to}`, () => url.resolve(from, to));
}
attempt('options', () => JSON.stringify(urlToHttpOptions(new URL('http://a:b@c.d:81/e?f#g'))));
attempt('ascii', () => [url.domainToASCII('español.com'), url.domainToASCII('xn--invalid-☃')]);
for (const text of [
    'a=b&c=d',
    'a=1&a=2&a=3',
    'a',
    '=b',
    'a=b=c',
    'a+b=c%20d',
    '%zz=1',
    '&&a=b&',
    'a[]=1',
    '%E2%82%AC=x',
    '',
]) {
    attempt(JSON.stringify(text), () => JSON.stringify(querystring.parse(text)));
}
attempt('separators', () => JSON.stringify(querystring.parse('a:b;c:d', ';', ':')));
attempt('keys', () => JSON.stringify(querystring.parse('a=1&b=2&c=3', null, null, { maxKeys: 2 })));
attempt('stringify', () =>
    querystring.stringify({ a: 'b c', d: [1, 'x', true], e: null, f: undefined, g: {}, h: NaN, i: 5n, ü: '€&' }),
);
attempt('stringify 2', () => querystring.stringify({ a: 1, b: [2, 3] }, ';', ':'));
attempt('escape', () => [
    querystring.escape('a b&c'),
    querystring.unescape('%41%zz'),
    querystring.decode === querystring.parse,
]);
console.log(url.URL === URL, url.URLSearchParams === URLSearchParams);
for (const text of [
    '//a|b',
    'http://a.b:/c',
    'HTTP://u:p@É.com:80/a b?c|d#e f',
    'http://a&b;c',
    'x:a:b/c',
    'mailto:a@b?c',
    'http://[::1]x',
    '\\\\h\\p',
    'javascript:a b',
    '//u@h/p',
    ' \t/a\n ',
    'c:a/../b',
    'http://a%41/x',
]) {
    attempt(text, () => JSON.stringify(url.parse(text)));
    attempt(text, () => [
        url.resolve('http://u@h/a/b?c', text),
        url.resolve('mailto:a@b', text),
        url.resolve(text, '../x'),
        url.resolve(text, ''),
    ]);
}
attempt('format', () =>
    [
        { host: 'h' },
        { protocol: 'file', pathname: 'x' },
        { hostname: '::1', port: 1 },
        { auth: 'a:b@', host: 'h', protocol: 'ws' },
        { slashes: true, hash: 'h', search: '#' },
    ].map(url.format),
);
for (const file of ['/a[b]|~', '/a\\', '/é%?#', '/a/'])
    attempt(file, () => pathToFileURL(file, { windows: false }).href);
for (const file of ['\\\\s\\h\\x', '\\\\?\\C:\\x', '\\\\?\\UNC\\s\\h', '\\\\s', 'C:\\a b'])
    attempt(file, () => pathToFileURL(file, { windows: true }).href);
attempt('unc', () => fileURLToPath('file://xn--9ca/x', { windows: true }));
attempt('buffer', () => url.fileURLToPathBuffer('file:///%ff', { windows: false }).length);
attempt('escape', () => querystring.escape('\ud800'));
attempt('parse', () =>
    JSON.stringify([querystring.parse('a=%zé&b=%41%zé'), querystring.parse('&a&b', null, null, { maxKeys: 2 })]),
);
attempt('stringify', () => querystring.stringify({ a: [1, , 'x'] }));
// A path with many parts. Steps up are counted from its end, so the kept parts are found last to first.
const long = 'a/b/../'.repeat(10_000);
attempt('long', () => [url.resolve('http://h/x', `${long}c`), url.resolve('x', `../${long}c`)].map(url => url.length));
attempt('mixed', () => url.resolve('/a/b/c', '../../../d/./e/../f/'));
attempt('above', () => url.resolve('a/b', '../../../c/..'));
