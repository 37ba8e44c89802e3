//! Random scripts that see the same objects in many ways. Their state is compared, not what they print, so that nothing
//! but what their work uses orders it.

use std::fmt::Write;

use fastrand::Rng;

use super::comparison::Program;

/// What all programs start with. `r1` to `r4` are what the pieces of work have seen.
const PRELUDE: &str = "
const io = value => new Promise(resolve => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { channel.port1.close(); resolve(value); };
  channel.port2.postMessage(0);
});
let a = 0, b = 0, open = true, r1, r2, r3, r4;
var v = 0;
const list = [], rows = [{ y: 1 }], map = new Map(), set = new Set(), weak = new WeakMap(), key = {};
const shared = { x: 0 }, nested = { a: { y: 1 } }, error = new Error('e'), options = {};
class Box {
  static count = 0; static #made = 0; #hidden = 0; value = 0;
  static make() { return ++Box.#made; }
  put(it) { this.#hidden = it; this.value += it; return this.#hidden; }
  take() { return this.#hidden; }
  get twice() { return this.#hidden * 2; }
  set twice(it) { this.#hidden = it / 2; }
}
class Larger extends Box { extra = []; put(it) { this.extra.push(it); return super.put(it); } }
class Oops extends Error { constructor(text) { super(text); } }
function Old() { this.n = v; }
function ofThis() { return this?.v; }
const box = new Larger(), counter = (() => { let count = 0; return () => ++count; })();
const sum = { get total() { return a + list.length; }, set total(it) { a = it; }, toString() { return 'sum' + a; } };
const firstY = ([it = { y: 0 }]) => it.y, deepY = ({ a: { y } }) => y;
const later2 = (row = rows[0], { y } = row) => y;
const rest = ({ x, ...others }) => Object.keys(others).join();
const total = (...all) => all.length;
const ticks = function* () { let n = 0; for (;;) yield ++n; }();
const controller = new AbortController(), symbol = Symbol('s');
let settle; const later = new Promise(resolve => { settle = resolve; });
const ports = new MessageChannel();
ports.port1.onmessage = event => { list.push(event.data); };
";

const STATE: &str = "[a, b, open, v, list, rows, map, set, weak.get(key), shared, nested, error.name, error.message, \
    later, options], Box.count, Box.make(), box, box.take(), counter(), ticks.next().value, \
    [r1, r2, r3, r4]";

/// What changes something. `$n` is the number of the work, and `$r` the variable with what it has seen.
const CHANGES: &[&str] = &[
    "a++;",
    "b = a;",
    "v++;",
    "this.v = $n;",
    "list.push($n);",
    "list[0] = $n;",
    "list['1'] = $n;",
    "list[list.length] = $n;",
    "list.length = 0;",
    "list.unshift($n);",
    "list.shift();",
    "list.sort();",
    "list.splice(0, 1, $n, $n);",
    "list.reverse();",
    "list.tag = $n;",
    "rows.pop();",
    "rows[0] = null;",
    "rows.push({ y: $n });",
    "map.set('k', $n);",
    "map.set('k$n', 1);",
    "map.delete('k');",
    "map.clear();",
    "set.add($n);",
    "set.delete(1);",
    "weak.set(key, $n);",
    "shared.x += 1;",
    "shared['y'] = $n;",
    "shared.k$n = 1;",
    "shared['q' + $n] = 1;",
    "shared[0] = $n;",
    "shared['0'] = $n;",
    "nested.a = null;",
    "nested.a = { y: $n };",
    "box.put($n);",
    "box.twice = $n;",
    "Box.count++;",
    "Box.make();",
    "error.message = 'm$n';",
    "error.name = 'N$n';",
    "error.extra = $n;",
    "sum.total = $n;",
    "settle($n);",
    "settle(list);",
    "options.priority = 'user-blocking';",
    "options.cause = $n;",
    "open = false;",
    "counter();",
    "ports.port2.postMessage($n);",
    "ports.port1.close();",
    "[a, b] = [b, a + 1];",
    "({ x: a } = shared);",
    "setTimeout(() => { a += $n; });",
    "queueMicrotask(() => { list.push($n); });",
    "later.then(() => { b = $n; });",
    "if (!open) throw new Error('closed $n');",
    "if (a) throw shared;",
    "if (b) throw error;",
    "function hoisted() { return $n; }",
    "scheduler.postTask(() => { list.push('p$n'); }, options);",
];

/// What sees something.
const VIEWS: &[&str] = &[
    "$r = a;",
    "$r = this.v;",
    "$r = ofThis();",
    "$r = new Old().n;",
    "$r = list[0];",
    "$r = list['0'];",
    "$r = list['length'];",
    "$r = list.at(-1);",
    "$r = list.length;",
    "$r = list.join();",
    "$r = `${list}`;",
    "$r = '' + list;",
    "$r = String(list);",
    "$r = Math.max(list);",
    "$r = Math.max(...list);",
    "$r = [...list].length;",
    "$r = total(...list);",
    "$r = parseInt(list);",
    "$r = isNaN(list);",
    "$r = 'x'.padEnd(4, list);",
    "$r = 'x'.repeat(list.length);",
    "$r = 'a1'.endsWith(list);",
    "$r = new Error(list).message;",
    "$r = new Oops(list).message;",
    "$r = new Error('x', options).cause;",
    "const [one] = list; $r = one;",
    "for (const it of list) $r = it;",
    "for (const it in list) $r = it;",
    "for (const it in shared) $r = ($r ?? '') + it;",
    "$r = Object.keys(shared).join();",
    "$r = Object.values(shared).join();",
    "$r = Object.entries(shared).join();",
    "$r = JSON.stringify(shared);",
    "$r = JSON.stringify(list);",
    "$r = JSON.stringify(error);",
    "$r = { ...shared };",
    "const { x, ...others } = shared; $r = others;",
    "$r = rest(shared);",
    "$r = 'y' in shared;",
    "$r = shared.hasOwnProperty('y');",
    "$r = shared?.y;",
    "$r = shared[a ? 'x' : 'y'];",
    "$r = shared[0];",
    "$r = shared['0'];",
    "$r = nested.a?.y;",
    "try { $r = firstY(rows); } catch { $r = 'none'; }",
    "try { $r = deepY(nested); } catch { $r = 'none'; }",
    "try { $r = later2(); } catch { $r = 'none'; }",
    "$r = map.get('k');",
    "$r = map.size;",
    "$r = [...map].join();",
    "map.forEach((value, key) => { $r = key; });",
    "$r = new Map(map).size;",
    "$r = set.has(1);",
    "for (const it of set) $r = it;",
    "$r = weak.get(key);",
    "$r = '' + error;",
    "$r = `${[error]}`;",
    "$r = [error].join();",
    "$r = String(error);",
    "$r = new Error(error).message;",
    "$r = error.message;",
    "$r = 'extra' in error;",
    "$r = Box.count;",
    "$r = Box.make();",
    "$r = box.value;",
    "$r = box.take();",
    "$r = box.twice;",
    "$r = sum.total;",
    "$r = `${sum}`;",
    "$r = sum + 1;",
    "$r = counter();",
    "$r = typeof hoisted;",
    "$r = setTimeout(() => {});",
    "later.then(value => { $r = value; });",
    "Promise.race([later, 0]).then(value => { $r = value; });",
    "$r = Array.from(list, it => it + 1).length;",
    "$r = list.map(it => it).indexOf(2);",
    "$r = list.concat(list).length;",
    "$r = list.includes(1);",
    "$r = Array.isArray(list) && list.some(it => it === 2);",
];

/// What prints.
const PRINTS: &[&str] = &[
    "console.log($n, a);",
    "console.log(later);",
    "console.log(list);",
    "console.log({ map, set });",
    "console.log(error.message, [error].length);",
    "console.log(`${shared.x}`);",
];

/// What is not known. Nothing that follows is left out.
const UNKNOWN: &[&str] = &[
    "delete shared.x;",
    "$r = ticks.next().value;",
    "$r = Date.now();",
    "$r = Math.round(performance.now());",
    "$r = structuredClone(shared);",
    "shared[symbol] = $n;",
    "$r = controller.signal.aborted;",
    "controller.abort();",
    "console.count();",
    "$r = new WeakRef(shared).deref().x;",
    "$r = new Proxy(shared, {}).x;",
    "Object.assign(shared, { z: $n });",
    "Object.defineProperty(shared, 'd', { value: $n });",
    "$r = (function () { return arguments.length; })(1, 2);",
    "globalThis.v = $n;",
    "shared.__proto__ = { inherited: $n };",
    "setTimeout('a = $n');",
    "$r = URL.createObjectURL(new Blob([])).length;",
    "$r = new Error('x').stack.length;",
    "shared.constructor = $n;",
];

fn one_of(random: &mut Rng, texts: &[&str]) -> String {
    texts[random.usize(..texts.len())].to_owned()
}

/// A statement of a piece of work.
fn statement(random: &mut Rng, number: usize) -> String {
    let text = match random.usize(..40) {
        0 => one_of(random, PRINTS),
        1 => one_of(random, UNKNOWN),
        2..21 => one_of(random, CHANGES),
        _ => one_of(random, VIEWS),
    };
    text.replace("$n", &number.to_string()).replace("$r", &format!("r{number}"))
}

fn body(random: &mut Rng, number: usize) -> String {
    (0..random.usize(1..3)).map(|_| format!("{{ {} }}", statement(random, number))).collect::<Vec<_>>().join(" ")
}

/// A piece of work of a program.
fn work(random: &mut Rng, number: usize) -> String {
    let body = body(random, number);
    match random.usize(..9) {
        0 | 1 => format!("io({number}).then(() => {{ {body} }});"),
        2 | 3 => format!("scheduler.postTask(() => {{ {body} }});"),
        4 => format!("setTimeout(() => {{ {body} }});"),
        5 => format!("setTimeout(function () {{ {body} }});"),
        6 => format!("(async () => {{ await io({number}); {body} }})();"),
        7 => format!("(async () => {{ await scheduler.yield(); {body} }})();"),
        _ => format!("(async () => {{ await later; {body} }})();"),
    }
}

/// A random program.
pub(super) fn program(seed: u64) -> Program {
    let mut random = Rng::with_seed(seed);
    let mut text = PRELUDE.to_owned();
    for name in ["ticks", "controller", "symbol"] {
        // What declares it is not known, so only programs that may use it do.
        if random.u8(..8) > 0 {
            text = text.lines().filter(|line| !line.contains(name)).collect::<Vec<_>>().join("\n");
        }
    }
    for number in 1..random.usize(3..6) {
        let _ = writeln!(text, "\n{}", work(&mut random, number));
    }
    let state = if text.contains("ticks =") { STATE.to_owned() } else { STATE.replace("ticks.next().value, ", "") };
    Program { text, file: "a.js".into(), state: Some(state) }
}
