// Resources that are declared directly in a catch or finally block, or in the head of a loop.
const open = name => ({ name, [Symbol.dispose]() { console.log('close', name); } });
try { throw 'error'; } catch (e) { using a = open('catch ' + e), b = open('second'); console.log('in catch', b.name); }
try { } finally { using a = open('finally'); console.log('in finally'); }
for (using a = open('loop'), i = { n: 0, [Symbol.dispose]() { console.log('close i', this.n); } }; i.n < 2; i.n++) {
  console.log('round', i.n, a.name);
}
outer: for (using a = open('labeled'); ;) { for (;;) { if (a.done) break outer; a.done = true; continue outer; } }
try { for (using a = open('thrown'); ;) throw new Error('out'); } catch (e) { console.log(e.message); }
function f() { for (using a = open('returned'); ;) { return 'value'; } }
console.log(f());
try {
  try { throw 1; } catch { using a = open('nested'); throw 2; }
} catch (e) { using a = open('last'); console.log(e); }
const g = () => { try { return 1; } finally { using a = { [Symbol.dispose]() { console.log('f'); } }; } };
console.log(g());
(async () => {
  for (await using a = { async [Symbol.asyncDispose]() { await 0; console.log('async'); } }; ;) break;
  try { throw 1; } catch { await using b = { async [Symbol.asyncDispose]() { console.log('async catch'); } }; }
  console.log('end');
})();
