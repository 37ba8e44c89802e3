// Source text that is nested too deeply causes a SyntaxError, not a crash. The limit depends on the build.
const deep = '('.repeat(1e5) + '1' + ')'.repeat(1e5), parsers = [eval, Function, code => new Function('a', code)];
const expected = /nested too deeply \(the limit is (\d+) brackets\) at line 1, col (\d+)$/;
const check = (message) => { const [, limit, column] = expected.exec(message); return column - limit; };
for (const parse of parsers) try { parse(deep); } catch (e) { console.log(e instanceof SyntaxError, check(e.message)); }
onerror = (message) => { console.log('reported', check(message)); return true; };
setTimeout(deep, 0);
