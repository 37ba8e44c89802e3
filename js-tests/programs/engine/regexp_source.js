// The source of a regular expression escapes each slash once.
console.log(/a\/b/.source, String(/a\/b/), new RegExp('[/]').source, new RegExp('a/b').source);
console.log(new RegExp(/^https?:\/\//.source + '[a-z.]+').test('http://a.bc'));
console.log(new RegExp(`(?:${/\/\*[^]*?\*\//.source}|${/\/\/.*/.source})`).exec('x /* c */')?.[0]);
for (const r of [/\//, /[/]/, /a\\\/b/, /(?:)/, /[\]/]\//, /é\/日/u, new RegExp('\n/'), new RegExp('\u2028')]) {
  console.log(r.source, r, r.flags, new RegExp(r.source, r.flags).source === r.source,
    new RegExp(r).source === r.source);
}
const { get, ...attributes } = Object.getOwnPropertyDescriptor(RegExp.prototype, 'source');
console.log(get.name, get.length, String(get), attributes, 'prototype' in get, RegExp.prototype.source);
