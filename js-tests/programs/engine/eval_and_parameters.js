// Patterns of catch clauses, and eval in functions whose variables have the names of parameters.
const t = f => { try { console.log(f()); } catch (e) { console.log(e.name, e.message); } };
{ let b = 'outer'; try { throw {} } catch ({ a = b }) { let b = 'inner'; console.log(a) } }
try { null.x } catch ({ message: m = 1, ...rest }) { console.log(typeof m, Object.keys(rest)); }
t(() => { function f(a, c = () => a) { var a = 2; return eval('a') } return f(1) });
t(() => { function f(a, c = () => a) { var a = 2; eval('a = 3'); return [a, c()] } return f(1) });
t(() => { function f(a, b = 1) { var a; eval('b = 4'); return [a, b] } return f(1) });
t(() => { function f(a, b = 1) { function a() {} return [typeof a, eval('typeof a')] } return f(1) });
t(() => ((a, b = 2) => { var a = 5; return (() => eval('a'))() })(1));
t(() => { function f(a, b = eval('a')) { var a; return [a, b]; } return f(1); });
t(() => { function f(a = 1) { var arguments; return eval('typeof arguments'); } return f(); });
t(() => { class K { constructor(a, b = 1) { var a; this.v = eval('a'); } } return new K(3).v; });
