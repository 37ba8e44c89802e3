// Source text that is nested too deeply causes a SyntaxError, not a crash.
const deep = '('.repeat(1e5) + '1' + ')'.repeat(1e5), parsers = [eval, Function, code => new Function('a', code)];
for (const parse of parsers) try { parse(deep); } catch (e) { console.log(e instanceof SyntaxError, e.message); }
setTimeout(deep, 0);
