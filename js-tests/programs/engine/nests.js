// All nests, two levels deep, of loops, switch, labels and try statements, with each way to leave them. The output has
// a line for each pair of statements, with a checksum of everything that the programs log. With the argument 3 or more,
// the nests have this depth; with `all`, each program has a line.

let out = [];
const log = text => { if (out.push(text) > 60) throw 'too long'; };
const tools = {
  log,
  safe() { try { throw 'safe'; } catch { } },
  numbers(name, count) {
    let next = 0;
    return {
      [Symbol.iterator]() { return this; },
      next: () => next < count ? { value: next++, done: false } : { value: undefined, done: true },
      return() { log('close ' + name); return {}; },
    };
  },
  bad: () => ({
    [Symbol.iterator]: () => ({ next() { throw 'bad'; }, return() { log('close bad'); return {}; } }),
  }),
};

const loops = {
  for: (n, body) => `L${n}: for (let i${n} = 0; i${n} < 2; i${n}++) { log('for ' + i${n}); ${body} }`,
  forIn: (n, body) => `L${n}: for (const k${n} in { a: 1, b: 2 }) { log('in ' + k${n}); ${body} }`,
  forOf: (n, body) => `L${n}: for (const v${n} of numbers('${n}', 2)) { log('of ' + v${n}); ${body} }`,
  while: (n, body) => `let w${n} = 0; L${n}: while (w${n}++ < 2) { log('while ' + w${n}); ${body} }`,
};
const statements = {
  ...loops,
  switch: (n, body) => `L${n}: switch (1) { case 1: log('case'); ${body} log('end'); default: log('default'); }`,
  label: (n, body) => `L${n}: { log('block'); ${body} }`,
  catch: (n, body) => `L${n}: try { ${body} } catch (e) { log('catch ' + e); }`,
  finally: (n, body) => `L${n}: try { ${body} } finally { log('finally'); safe(); }`,
  both: (n, body) =>
    `L${n}: try { ${body} } catch (e) { log('catch ' + e); throw 'again ' + e; } finally { log('finally'); safe(); }`,
  inCatch: (n, body) => `L${n}: try { throw 'start'; } catch (e) { ${body} } finally { log('finally'); safe(); }`,
};

// Statements that throw while an iterator is open, or that leave a pattern early.
const patterns = [
  'const [a] = bad();',
  "try { const [a] = bad(); } catch (e) { log('c ' + e); }",
  "try { [...bad()]; } catch (e) { log('c ' + e); }",
  "try { log(Math.max(...bad())); } catch (e) { log('c ' + e); }",
  "let q, o = {}; try { [q, o.x] = bad(); } catch (e) { log('c ' + e); }",
  "try { const { a: [z] } = { a: bad() }; } catch (e) { log('c ' + e); }",
  "try { for (const [h] of [bad()]) log('never'); } catch (e) { log('c ' + e); }",
  "try { for (const [h, g = log('default')] of [numbers('h', 1)]) log('head'); } catch (e) { log('c ' + e); }",
  "try { const [h, ...r] = bad(); } catch (e) { log('c ' + e); }",
  "try { const [h = (() => { throw 'D'; })()] = numbers('d', 0); } catch (e) { log('c ' + e); }",
  "try { throw bad(); } catch ([h]) { log('never'); }",
  "let s, r; try { r = [s] = numbers('s', 2); log(typeof r.next + s); } catch (e) { log('c ' + e); }",
];

function exits(nest) {
  const isLoop = kind => kind in loops;
  const plain = ["if (0) throw 0;", "throw 'E';", "if (1) return 'R';"];
  const labeled = nest.flatMap((kind, n) => isLoop(kind) ? [`break L${n};`, `continue L${n};`] : [`break L${n};`]);
  if (nest.some(kind => isLoop(kind) || kind === 'switch')) labeled.push('break;');
  if (nest.some(isLoop)) labeled.push('continue;');
  return [...plain, ...labeled.map(exit => `if (1) ${exit}`), ...patterns];
}

function textOf(nest, exit, n = 0) {
  if (n === nest.length) return `log('in'); ${exit} log('after the exit');`;
  return `${statements[nest[n]](n, textOf(nest, exit, n + 1))} log('after ${n}');`;
}

function run(text) {
  out = [];
  let result;
  try {
    result = 'returned ' + new Function(...Object.keys(tools), text + " return 'end';")(...Object.values(tools));
  } catch (error) {
    result = 'threw ' + error;
  }
  return out.join() + ' | ' + result;
}

function nests(depth) {
  if (depth === 0) return [[]];
  return nests(depth - 1).flatMap(nest => Object.keys(statements).map(kind => [...nest, kind]));
}

const given = typeof scriptArgs === 'object' ? scriptArgs : process.argv.slice(2);
const depth = Number(given.find(argument => /^\d+$/.test(argument)) ?? 2);
let programs = 0;
for (const nest of nests(depth)) {
  let checksum = 0;
  for (const exit of exits(nest)) {
    const line = run(textOf(nest, exit));
    if (given.includes('all')) console.log(`${nest.join(' ')} ${exit} ${line}`);
    for (let i = 0; i < line.length; i++) checksum = (checksum * 31 + line.charCodeAt(i)) >>> 0;
    programs++;
  }
  console.log(nest.join(' '), checksum);
}
console.log(`${programs} programs`);
