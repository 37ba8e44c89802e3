// URLs and their parameters: how they are shown, and input that is large, invalid or changes what it is read into.
const url = new URL('https://user:pw@example.com:8080/p/a?x=1&y=2#h');
console.log(url);
console.log(new URLSearchParams(), url.searchParams, { url: { url: { params: url.searchParams } } });
console.log(Object.assign(new (class Special extends URLSearchParams {})("it's=\n"), { own: true }));
console.log(new URLSearchParams(Array.from({ length: 103 }, (_, index) => ['k', index])).toString().length);

const attempt = action => {
  try {
    console.log(action());
  } catch (error) {
    console.log(`${error.name}: ${error.message}`);
  }
};
attempt(() => new URL());
attempt(() => new URL('no scheme'));
attempt(() => new URL('/path', 'no base'));
attempt(() => new URL('//', url));
attempt(() => URL('http://h/'));
attempt(() => URL.parse('http://[::1') ?? 'null');
attempt(() => Object.getOwnPropertyDescriptor(URL.prototype, 'host').set.call(new URLSearchParams(), 'h'));
attempt(() => url.searchParams.get());
attempt(() => new URLSearchParams([['one']]));
attempt(() => new URLSearchParams(['ab']));
attempt(() => new URLSearchParams({ [Symbol.iterator]: 'not a function' }));
attempt(() => new URLSearchParams({ [Symbol('key')]: 1 }));
attempt(() => url.searchParams.forEach());
attempt(() => url.searchParams.forEach(null));
attempt(() => url.searchParams.entries().next.call(new Map().entries()));
attempt(() => structuredClone([url]));
attempt(() => structuredClone(url.searchParams));

// Conversions run before anything is read or changed.
const params = url.searchParams;
params.append({ toString() { params.delete('x'); return 'z'; } }, { toString() { url.search = '?new'; return 3; } });
console.log(url.search);
url.search = { toString() { params.append('lost', ''); return 'a=1&a=2'; } };
console.log(url.search, `${params}`);
params.delete('a', { toString() { params.append('a', 3); return '3'; } });
console.log(url.search);
params.forEach((value, name) => params.delete(name));
console.log(url.href, params.size);

// Iteration that adds what it iterates over ends only when the callback throws.
attempt(() => params.append('n', 0) ?? params.forEach((value, name) => {
  if (params.append(name, +value + 1) ?? params.size > 1000) throw new RangeError(`size ${params.size}`);
}));

// Large input.
const million = Array.from({ length: 100_000 }, (_, index) => [`\ud800${index % 7}`, index]);
const large = new URL(`http://h/?${new URLSearchParams(million)}`);
console.log(large.searchParams.size, large.searchParams.getAll('\udfff3').length, large.href.length);
for (let index = 0; index < 20_000; index++) large.searchParams.append('more', index);
large.searchParams.sort();
console.log(large.searchParams.size, large.search.slice(0, 20), large.search.slice(-20));
console.log(new URLSearchParams(Object.fromEntries(million.map(([, index]) => [`\ud800${index}`, index]))).size);
console.log(new URL(`http://h/${'../'.repeat(300_000)}${'a/'.repeat(300_000)}`).href.length);
console.log(URL.canParse(`http://${'a.'.repeat(100_000)}/`), URL.canParse(`http://${'1.'.repeat(100_000)}/`));
console.log(new URL(`foo:${' '.repeat(100_000)}#`).pathname.length);
