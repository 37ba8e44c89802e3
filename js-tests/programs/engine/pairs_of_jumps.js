// All nests, three levels deep, with at least two try statements that have a finally, and each pair of jumps out of the
// innermost one: both in its body, or the second one in a finally. The output has a line for each nest, with a checksum
// of everything that the programs log. With `all`, each program has a line.

let out = [], turns = 0;
const log = text => { if (out.push(text) > 60) throw 'too long'; };
const turn = () => turns++ % 2 === 0;
const numbers = (name, count) => {
  let next = 0;
  return {
    [Symbol.iterator]() { return this; },
    next: () => next < count ? { value: next++, done: false } : { value: undefined, done: true },
    return() { log('close ' + name); return {}; },
  };
};
const tools = { log, turn, numbers };

const loops = {
  for: (n, body) => `L${n}: for (let i${n} = 0; i${n} < 2; i${n}++) { log('for ' + i${n}); ${body} }`,
  forOf: (n, body) => `L${n}: for (const v${n} of numbers('${n}', 2)) { log('of ' + v${n}); ${body} }`,
};
const tries = {
  finally: (n, body, last) => `L${n}: try { ${body} } finally { log('finally'); ${last} }`,
  both: (n, body, last) => `L${n}: try { ${body} } catch (e) { log('catch ' + e); } finally { log('f'); ${last} }`,
  inCatch: (n, body, last) => `L${n}: try { throw 'start'; } catch (e) { ${body} } finally { log('f'); ${last} }`,
};
const statements = {
  ...loops,
  ...tries,
  switch: (n, body) => `L${n}: switch (1) { case 1: log('case'); ${body} log('end'); default: log('default'); }`,
  label: (n, body) => `L${n}: { log('block'); ${body} }`,
};

function jumps(nest) {
  const found = ["return 'R';", 'return;'];
  for (const [n, kind] of nest.entries()) found.push(`break L${n};`, ...(kind in loops ? [`continue L${n};`] : []));
  if (nest.some(kind => kind in loops || kind === 'switch')) found.push('break;');
  if (nest.some(kind => kind in loops)) found.push('continue;');
  return found;
}

// Jumps that are valid in a finally of the statement at a level: those that go further out.
function isValidOutside(jump, nest, level) {
  const label = /L(\d)/.exec(jump);
  const isOutside = kinds => nest.slice(0, level).some(kinds);
  if (label) return Number(label[1]) <= level;
  if (jump.startsWith('break')) return isOutside(kind => kind in loops || kind === 'switch');
  return jump.startsWith('return') || isOutside(kind => kind in loops);
}

function textOf(nest, body, last, n = 0) {
  if (n === nest.length) return `log('in'); ${body} log('after the jump');`;
  const inner = textOf(nest, body, last, n + 1);
  return `${statements[nest[n]](n, inner, last[n] ?? '')} log('after ${n}');`;
}

function run(text) {
  out = [];
  turns = 0;
  let result;
  try {
    result = 'returned ' + new Function(...Object.keys(tools), text + " return 'end';")(...Object.values(tools));
  } catch (error) {
    result = 'threw ' + error;
  }
  return out.join() + ' | ' + result;
}

function* programs(nest) {
  const all = jumps(nest);
  const level = nest.findLastIndex(kind => kind in tries);
  for (const one of all) {
    for (const other of all) {
      if (one === other) continue;
      yield textOf(nest, `if (turn()) ${one} else ${other}`, {});
      if (!isValidOutside(other, nest, level)) continue;
      yield textOf(nest, `if (1) ${one}`, { [level]: `if (0) ${other}` });
      yield textOf(nest, `if (turn()) ${one}`, { [level]: `if (turn()) ${other}` });
    }
  }
}

const kinds = Object.keys(statements);
const nests = kinds.flatMap(a => kinds.flatMap(b => kinds.map(c => [a, b, c])));
const isAll = (typeof scriptArgs === 'object' ? scriptArgs : process.argv).includes('all');
let count = 0;
for (const nest of nests.filter(nest => nest.filter(kind => kind in tries).length > 1)) {
  let checksum = 0;
  for (const text of programs(nest)) {
    const line = run(text);
    if (isAll) console.log(`${text}\n  ${line}`);
    for (let i = 0; i < line.length; i++) checksum = (checksum * 31 + line.charCodeAt(i)) >>> 0;
    count++;
  }
  console.log(nest.join(' '), checksum);
}
console.log(`${count} programs`);
