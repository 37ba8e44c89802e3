// What Boa 0.22 does wrongly with iterators, exceptions and patterns, and the front end corrects.
const log = (...values) => console.log(...values);
function* closing(...values) { try { yield* values } finally { log('closed', values.join()) } }
const failing = () => ({
  [Symbol.iterator]: () => ({ next() { throw 'from next' }, return() { log('never closed'); return {} } }),
});
const caught = steps => { try { log('returned', steps()) } catch (error) { log('caught', error) } };
const nested = () => { try { throw 'inner' } catch { } };

// A labeled break that leaves an inner loop.
for (const x of closing(1, 2)) {
  search: for (let i = 0; i < 2; i++) { for (const y of closing(3, 4)) { for (const z of closing(5)) break search } }
  log('x', x);
}
out: for (const x of closing(1)) { switch (x) { case 1: for (const y of closing(2)) break out } }
a: b: for (const x of [1, 2]) { for (const y of closing(7)) { if (x === 1) continue a; break b } }

// Exceptions from for-in loops.
for (const x of [1, 2]) { try { for (const key in { a: 1, b: 2 }) throw key } catch (key) { log(x, key) } }
for (const x in { p: 1 }) { for (var key in { q: 2 }) log(x, key) }

// Iterators that throw.
for (const x of [1, 2]) {
  try { const [first] = failing() } catch (error) { log(x, error) }
  try { const { deep: [first, , ] } = { deep: failing() } } catch (error) { log(x, error) }
  try { let first, o = {}; [first, o.second] = failing() } catch (error) { log(x, error) }
  try { for (const [first] of [failing()]) log('never') } catch (error) { log(x, error) }
  try { log([...failing()]) } catch (error) { log(x, error) }
  try {
    try { throw failing() } catch ([first]) { log('never') } finally { log('finally') }
  } catch (error) { log(x, error) }
}
for (const x of [1]) { const [f = () => { }, , g = 2, ...rest] = closing(undefined, 1, 3, 4, 5); log(f.name, g, rest) }

// Exceptions from catch, with finally.
caught(() => { try { throw 1 } catch (error) { throw 'from catch' } finally { nested() } });
caught(() => { try { throw 1 } catch ({ length }) { return length } finally { nested() } });
(async () => {
  try { throw 1 } catch { throw 'async' } finally { try { await Promise.reject(2) } catch { } }
})().catch(log);

// Rest elements.
caught(() => { const { a: { b }, ...rest } = { a: { b: 1 }, c: 2 }; return JSON.stringify(rest) });
caught(() => (({ a: [b], ...rest }) => JSON.stringify(rest))({ a: [1], c: 2 }));
caught(() => { let b, rest; ({ a: { b } = {}, ...rest } = { c: 2 }); return JSON.stringify([b, rest]) });

// switch, parameters, and what the parser refuses.
caught(() => {
  switch (2) { case 1: let late = 1; break; case 2: try { return late } catch (error) { return error.name } }
});
caught(() => {
  switch (2) { case 1: const late = 1; break; case 2: try { return late } catch (error) { return error.name } }
});
caught(() => { function f(x, y = 1) { var x; return [x, y].join() } return f(42) });
caught(() => { function f(x, get = () => x) { var x = 2; return [x, get()].join() } return f(1) });
class Quoted { 'constructor'() { log('constructed') } }
new Quoted();
{ let y; [(y)] = [1]; ({ ['y']: { z: y } } = { y: { z: 2 } }); log(y) }
function async(value) { return value }
async: for (;;) { log(async(3)); break async }
