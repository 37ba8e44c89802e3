// Functions of strings give the same results for long strings, which are searched in other ways than short ones.
const text = 'ab,'.repeat(1000), wide = '日b,'.repeat(1000);
const hash = values => [...values].reduce((sum, value) => (sum * 31 + String(value).length * 7
  + (String(value).codePointAt(0) ?? 1)) % 1e9, 1);
for (const s of [text, wide]) {
  console.log(s.split(',').length, hash(s.split(',')), s.split('').length, s.split(',', 3), s.split('b,').length);
  console.log(hash([s.replaceAll(',', ';'), s.replaceAll('b', (match, index) => index), s.replaceAll('', '-')]));
  console.log(hash(s.match(/,/g)), hash(s.match(/b./gu)),
    hash([...s.matchAll(/(b)(,)/g)].flatMap(m => [...m, m.index])));
  console.log(hash(s.replace(/(b)(?<comma>,)/g, '[$1$<comma>$`]').slice(0, 9000)), s.replace(/b/g, '').length);
  console.log(s.split(/,/).length, hash(s.split(/(b)/)), s.split(/x/).length, s.split(/(?:)/).length, s.split(/,/, 2));
  let count = 0, sum = 0;
  for (const regexp = /,/g; regexp.exec(s);) { count++; sum += regexp.lastIndex; }
  for (let i = -1; (i = s.indexOf(',', i + 1)) >= 0;) { count++; sum += i; }
  for (const regexp = /b,|(?<first>[^b])/y; ;) {
    const found = regexp.exec(s);
    if (!found) break;
    count++;
    sum += found.index + found[0].length + (found.groups.first?.length ?? 0) + (found.input === s);
  }
  for (let i = 0; i < 500; i++) {
    const regexp = /,/y;
    regexp.lastIndex = i;
    sum += regexp.test(s) + regexp.lastIndex + /^x/.test(s) + /^.b/.test(s);
  }
  console.log(count, sum, RegExp.leftContext.length, RegExp.rightContext.length);
}
