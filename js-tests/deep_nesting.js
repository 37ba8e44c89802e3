// Source text that is nested too deeply is a SyntaxError, not a crash.
const deep = '('.repeat(100000) + '1' + ')'.repeat(100000);
for (const parse of [eval, Function, code => new Function('a', code)]) try { parse(deep); } catch (e) { console.log(e instanceof SyntaxError, e.message); }
setTimeout(deep, 0);
