// node:path: Node prints the same.
import path, { posix, win32 } from 'node:path';

const texts = [
    '',
    '.',
    '..',
    '/',
    '//',
    '///',
    'a',
    'a/',
    '/a',
    '/a/',
    'a/b',
    'a//b',
    './a',
    '../a',
    'a/../b',
    'a/../../b',
    '/../a',
    'a.js',
    '.a',
    '.a.js',
    'a.',
    'a..',
    'a.b.c',
    '/a/b.c/',
    'a b/c d',
    '/a/./b/../c',
    '..a',
    '...',
    'a/..',
    'a/.',
    './',
    '../',
    'C:',
    'C:\\',
    'C:a',
    'C:\\a\\b.txt',
    'c:/a/../b',
    '\\\\server\\share',
    '\\\\server\\share\\a\\b',
    '\\a',
    'a\\b',
    'C:\\a\\..\\..\\b',
    '//server/share/x',
    'C:\\a\\',
    'C:a\\b',
    '\\\\server',
    'a:b',
];
for (const [name, flavor] of [
    ['posix', posix],
    ['win32', win32],
]) {
    for (const text of texts) {
        const { dir, root, base, name: stem, ext } = flavor.parse(text);
        console.log(
            name,
            JSON.stringify([
                text,
                flavor.normalize(text),
                flavor.dirname(text),
                flavor.basename(text),
                flavor.extname(text),
                flavor.isAbsolute(text),
                root,
                dir,
                base,
                stem,
                ext,
            ]),
        );
    }
    for (const parts of [
        [],
        [''],
        ['a', 'b'],
        ['/a', '/b'],
        ['a', '..', '..', 'b'],
        ['', '/a'],
        ['./', 'a'],
        ['a/', '/b/'],
        ['C:\\', 'b'],
        ['//a', 'b'],
        ['/', '/a'],
    ]) {
        console.log(name, 'join', JSON.stringify([parts, flavor.join(...parts)]));
    }
}
for (const [from, to] of [
    ['/a/b/c', '/a/d'],
    ['/a', '/a'],
    ['/a', '/a/b'],
    ['/a/b', '/a'],
    ['/', '/x'],
    ['/x/y', '/'],
    ['/foo', '/foobar'],
]) {
    console.log('relative', from, to, JSON.stringify(posix.relative(from, to)));
}
for (const [from, to] of [
    ['C:\\a\\b', 'C:\\a\\c'],
    ['C:\\a', 'D:\\a'],
    ['c:\\A', 'C:\\a\\b'],
    ['\\\\s\\h\\a', '\\\\s\\h\\b'],
]) {
    console.log('relative', from, to, JSON.stringify(win32.relative(from, to)));
}
for (const parts of [
    ['/a', 'b'],
    ['/a', '/b', 'c'],
    ['/a', '..', '..', 'c'],
    ['/a', ''],
    ['/a/', 'b/'],
]) {
    console.log('resolve', JSON.stringify([parts, posix.resolve(...parts)]));
}
for (const parts of [
    ['C:\\a', 'b'],
    ['C:\\a', '\\b'],
    ['C:\\a', '..\\..\\..\\x'],
    ['\\\\s\\h', 'a'],
]) {
    console.log('resolve', JSON.stringify([parts, win32.resolve(...parts)]));
}
console.log(posix.basename('a/b.js', '.js'), posix.basename('.js', '.js'), win32.basename('C:\\a\\b.HTML', '.html'));
console.log(
    posix.format({ dir: '/a', base: 'b.c' }),
    posix.format({ root: '/', name: 'x', ext: 'y' }),
    win32.format({ dir: 'C:\\a', name: 'b' }),
);
console.log(path === posix, posix.sep, win32.delimiter, Object.keys(path).length > 14);
try {
    path.join('a', 1);
} catch (error) {
    console.log(error.name, error.code, error.message);
}
// What Windows could read as a drive or another device stays relative.
for (const text of [
    'con:',
    'CON:a',
    'a/con:',
    'NUL:..\\x',
    'x/../c:/y',
    '.\\c:x',
    'ab:/',
    'a:b',
    ':',
    '\\\\?\\x',
    '//./con',
    '//',
]) {
    console.log(text, [
        win32.normalize(text),
        win32.join('.', text),
        win32.join(text, '..'),
        win32.toNamespacedPath(`C:\\${text}`),
    ]);
}
console.log(
    win32.relative('C:\\x\\y', 'C:\\X\\z'),
    win32.relative('C:\\x', 'D:\\x'),
    win32.relative('\\\\s\\a\\b', '\\\\s\\c'),
);
