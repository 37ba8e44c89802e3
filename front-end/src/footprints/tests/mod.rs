//! Exhaustive explorations of random programs find the same outcomes whether orders of independent work are left out or
//! not.
//!
//! `POSTTASK_PROGRAMS` is the number of programs.

mod agents;
mod comparison;
mod kinds;
mod later;
mod modules;
mod obstacles;
mod views;

use std::env;
use std::fmt::Write;
use std::ops::Range;

use fastrand::Rng;

use comparison::Program;

/// What all programs start with.
const PRELUDE: &str = "
const io = value => new Promise(resolve => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { channel.port1.close(); resolve(value); };
  channel.port2.postMessage(0);
});
const counter = () => { let count = 0; return () => ++count; };
class Box { #hidden = 0; value = 0; put(it) { this.#hidden = it; this.value += it; return this.#hidden; } }
let a = 0, b = 0, open = true;
const list = [], map = new Map(), shared = { x: 0, y: 0 }, box = new Box(), ports = new MessageChannel();
let settle; const later = new Promise(resolve => { settle = resolve; });
ports.port1.onmessage = event => { list.push(event.data); a += event.data; };
";

/// A statement of a piece of work.
fn statement(random: &mut Rng, label: usize, depth: usize) -> String {
    match random.usize(..26) {
        0 => "a++;".to_owned(),
        1 => "b = a;".to_owned(),
        2 => format!("list.push({label});"),
        3 => "shared.x += 1;".to_owned(),
        4 => "shared.y = shared.x + b;".to_owned(),
        5 => format!("map.set('k', {label});"),
        6 => "b += map.get('k') ?? 0;".to_owned(),
        7 => format!("console.log({label});"),
        8 => format!("if (a > 1) console.log('a', {label});"),
        9 => format!("if (!open) throw new Error('closed {label}'); "),
        10 => "open = false;".to_owned(),
        11 => format!("settle({label});"),
        12 => format!("later.then(value => {{ list.push('then', value, {label}); }});"),
        13 => format!("ports.port2.postMessage({label});"),
        14 => "ports.port1.close();".to_owned(),
        15 => format!("box.put({label});"),
        16 => format!("list[{}] = {label};", random.usize(..3)),
        17 => "b = list.length;".to_owned(),
        18 => "let mine = 0; for (let i = 0; i < 3; i++) mine += i;".to_owned(),
        19 => "const next = counter(); next(); next();".to_owned(),
        20 if depth < 2 => format!("scheduler.postTask(() => {{ {} }});", statement(random, label + 10, depth + 1)),
        21 if depth < 2 => format!("setTimeout(() => {{ {} }});", statement(random, label + 20, depth + 1)),
        22 if depth < 2 => format!("queueMicrotask(() => {{ {} }});", statement(random, label + 30, depth + 1)),
        23 if depth < 2 => {
            format!("io({label}).then(() => {{ {} }});", statement(random, label + 40, depth + 1))
        }
        24 => "shared[a % 2 ? 'x' : 'y']++;".to_owned(),
        _ => "const { x, y } = shared; b = x - y;".to_owned(),
    }
}

fn statements(random: &mut Rng, label: usize) -> String {
    let count = random.usize(1..3);
    (0..count).map(|_| statement(random, label, 0)).collect::<Vec<_>>().join(" ")
}

/// A piece of work of a program.
fn work(random: &mut Rng, label: usize) -> String {
    let body = statements(random, label);
    match random.usize(..12) {
        0 | 1 => format!("io({label}).then(() => {{ {body} }});"),
        2 => format!("scheduler.postTask(() => {{ {body} }});"),
        3 => format!("setTimeout(() => {{ {body} }});"),
        4 => {
            format!("(async () => {{ await io({label}); {body} await io({label}); {} }})();", statements(random, label))
        }
        5 => format!("(async () => {{ await later; {body} }})();"),
        6 => format!("(async () => {{ for (let i = 0; i < 2; i++) {{ await io(i); {body} }} }})();"),
        7 => format!("Promise.all([io(1), io(2)]).then(() => {{ {body} }});"),
        8 => format!("Promise.race([io(1), later]).then(() => {{ {body} }});"),
        9 => format!("(async () => {{ await scheduler.postTask(async () => {{ {body} }}); a += 2; }})();"),
        10 => format!(
            "{{ let n = 0; const step = () => {{ if (n++ < 2) io(n).then(step); else {{ {body} }} }}; step(); }}"
        ),
        _ => match random.usize(..4) {
            0 => format!("setTimeout(() => {{ {body} }}, {});", random.usize(1..3)),
            1 => format!("scheduler.postTask(() => {{ {body} }}, {{ priority: 'background' }});"),
            2 => format!("scheduler.postTask(() => {{ {body} }}, {{ priority: 'user-blocking' }});"),
            _ => format!("(async () => {{ await io({label}); await scheduler.yield(); {body} }})();"),
        },
    }
}

fn program(seed: u64) -> Program {
    let mut random = Rng::with_seed(seed);
    let mut text = PRELUDE.to_owned();
    for label in 1..random.usize(3..5) {
        let _ = writeln!(text, "{}", work(&mut random, label));
    }
    if random.bool() {
        text += "await io(0); ";
        text += &statements(&mut random, 9);
    }
    // Work that prints everything conflicts with most other work, so only some programs have it.
    if random.u8(..3) == 0 {
        let all = "console.log(a, b, open, list.join(), shared.x, shared.y, box.value, [...map].join())";
        let _ = write!(text, "\nio(0).then(() => io(0)).then(() => {all});");
    }
    Program { text, file: "a.mjs".into(), state: None }
}

/// How many programs are compared, and the seed of the first one.
fn seeds(default: u64) -> Range<u64> {
    let number = |name| env::var(name).ok().and_then(|text| text.parse().ok());
    let first = number("POSTTASK_FIRST").unwrap_or(0);
    first..first + number("POSTTASK_PROGRAMS").unwrap_or(default)
}

/// Compares random programs with at most so many orders.
#[expect(clippy::print_stdout, reason = "how many were compared is only of interest to who asks for more")]
fn compare(programs: Range<u64>, most: u64, program: impl Fn(u64) -> Program) {
    let count = programs.end - programs.start;
    let (mut compared, mut reduced, mut runs, mut all_runs) = (0, 0, 0, 0);
    for seed in programs {
        let Some(found) = program(seed).compare(most, format_args!("seed {seed}")) else { continue };
        compared += 1;
        reduced += u64::from(found.leaves_out());
        (runs, all_runs) = (runs + found.reduced, all_runs + found.all);
    }
    println!("{compared} of {count} programs were compared, {reduced} had fewer orders: {runs} instead of {all_runs}");
    assert!(compared > count / 8 || count < 10, "only {compared} programs were compared");
    assert!(reduced > count / 8 || count < 10, "only {reduced} programs had fewer orders");
}

#[test]
fn no_outcome_is_left_out() {
    compare(seeds(15), 300, program);
}

#[test]
fn no_view_of_an_object_is_left_out() {
    compare(seeds(20), 150, views::program);
}

#[test]
fn nothing_that_agents_share_is_left_out() {
    compare(seeds(10), 300, agents::program);
}

#[test]
fn nothing_that_happens_later_is_left_out() {
    compare(seeds(20), 200, later::program);
}

#[test]
fn no_kind_of_use_is_left_out() {
    let compared = kinds::programs().filter_map(|(name, program)| program.compare(100, name)).count();
    // The others have something in them that is not known.
    assert!(compared > 25, "only {compared} kinds were compared");
}
