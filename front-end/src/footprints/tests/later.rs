//! Random programs with timers that wait for long, promises that are rejected, signals and listeners.

use std::fmt::Write;

use fastrand::Rng;

use super::comparison::Program;

/// What all programs start with. `io` is an answer that comes at any time, `late` one that comes long after that.
const PRELUDE: &str = "
const io = () => new Promise(resolve => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { channel.port1.close(); resolve(); };
  channel.port2.postMessage(0);
});
let count = 0, timer, round, failed, reject;
const seen = [], controller = new AbortController(), target = new EventTarget();
const note = it => { seen.push(it, count); };
const rejected = new Promise((_, it) => { reject = it; });
const late = async it => { if (count > it) throw new Error('late ' + it); count++; };
";

/// What works do. `$n` is the number of the work.
const STATEMENTS: &[&str] = &[
    "count++;",
    "note($n);",
    "timer = setTimeout(() => note($n), 200);",
    "setTimeout(() => { count += $n; }, 300);",
    "setTimeout(() => note($n), 100 + 100 * count);",
    "setTimeout(() => { io().then(() => note($n)); io().then(() => { count++; }); }, 500);",
    "clearTimeout(timer);",
    "clearTimeout(timer); timer = setTimeout(() => note('again $n'), 150);",
    "setTimeout(() => note($n));",
    "timer = setTimeout(() => { count++; });",
    "round ??= setInterval(() => { note('round'); if (seen.length > 4) clearInterval(round); }, 400);",
    "clearInterval(round);",
    "scheduler.postTask(() => note('task'), { delay: 250 }).catch(() => note('never'));",
    "scheduler.postTask(() => note($n), { signal: controller.signal }).catch(() => note('aborted'));",
    "scheduler.postTask(() => { count++; }, { signal: controller.signal });",
    "controller.abort();",
    "if (controller.signal.aborted) note('is aborted');",
    "controller.signal.addEventListener('abort', () => note('abort $n'), { once: true });",
    "AbortSignal.any([controller.signal]).addEventListener('abort', () => note('any'));",
    "target.addEventListener('it', () => note('event $n'));",
    "target.dispatchEvent(new Event('it'));",
    "late($n);",
    "late(0).catch(() => { count++; });",
    "failed = late(0);",
    "failed?.catch(() => note('caught'));",
    "reject(new Error('rejected $n'));",
    "rejected.catch(() => note('handled'));",
    "Promise.reject(new Error('at once $n'));",
    "count += Date.now() > 50 ? 10 : 0;",
    "for (const it of [1, 2]) { let mine = it; io().then(() => { mine++; if (mine > 2) note('loop'); }); }",
    "for (let i = 0; i < 2; i++) { let mine = i; const add = () => ++mine; io().then(() => note(add())); }",
    "let own = 0; while (own < 2) { let mine = own++; io().then(() => { if (mine) { mine = 0; note('once'); } }); }",
];

/// A piece of work of a program.
fn work(random: &mut Rng, number: usize) -> String {
    let mut body = String::new();
    for _ in 0..random.usize(1..3) {
        let _ = write!(body, "{} ", STATEMENTS[random.usize(..STATEMENTS.len())].replace("$n", &number.to_string()));
    }
    match random.usize(..8) {
        0 => format!("scheduler.postTask(() => {{ {body} }});"),
        1 => format!("setTimeout(() => {{ {body} }});"),
        2 => format!("setTimeout(() => {{ {body} }}, {});", 101 + random.usize(..3) * 50),
        3 => format!("(async () => {{ await io(); {body} }})();"),
        4 => format!("{{ {body} }}"),
        _ => format!("io().then(() => {{ {body} }});"),
    }
}

/// A random program.
pub(super) fn program(seed: u64) -> Program {
    let mut random = Rng::with_seed(seed);
    let mut text = PRELUDE.to_owned();
    for number in 1..random.usize(3..6) {
        let _ = writeln!(text, "{}", work(&mut random, number));
    }
    let is_module = random.bool();
    let state = (!is_module).then(|| "seen, count, timer > 0".to_owned());
    Program { text, file: if is_module { "a.mjs" } else { "a.js" }.into(), state }
}
