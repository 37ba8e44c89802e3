//! Exhaustive explorations of random programs find the same outcomes whether orders of independent work are left out or
//! not.
//!
//! `POSTTASK_PROGRAMS` is the number of programs.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use fastrand::Rng;
use posttask::Runtime;
use posttask::exploration::{Explorer, FailOn, OutcomeReport, Report, StrategyKind};
use posttask::internal::exploration::Reduce;
use posttask::internal::exploration::footprints::Uses;

use crate::{FrontEnd, Options};

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

fn program(seed: u64) -> String {
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
    text
}

/// An explorer of a program.
fn explorer<'a>(front_end: &'a Arc<FrontEnd>, text: &'a str) -> Explorer<'a> {
    let start = |runtime: &mut Runtime| {
        let program = front_end.program(text, Path::new("a.mjs"), runtime);
        Ok(runtime.start_program(program))
    };
    Explorer::new(start).configure(|builder| front_end.configure(builder)).strategy(StrategyKind::Exhaustive)
}

/// Explores all orders.
fn explored(text: &str, reduce: Reduce) -> Report {
    let uses = Arc::new(Uses::default());
    let announcing = FrontEnd::new(Options { uses: Some(Arc::clone(&uses)), ..Options::default() }).unwrap();
    let front_end = FrontEnd::new(Options::default()).unwrap();
    explorer(&front_end, text)
        .fail_on(FailOn::Difference)
        .shrinks(false)
        .runs(if reduce == Reduce::Always { 2_000 } else { 300 })
        .reduced(reduce, explorer(&announcing, text).uses(uses))
        .explore()
        .unwrap()
}

/// What can be seen of the runs of an exploration.
fn outcomes(report: &Report) -> BTreeSet<String> {
    let text = |found: &OutcomeReport| {
        let errors: Vec<String> = found.outcome.errors.iter().map(|error| error.message.clone()).collect();
        format!("{:?} {errors:?} {}", found.outcome.ending, found.outcome.console)
    };
    report.outcomes.iter().map(text).collect()
}

#[test]
fn no_outcome_is_left_out() {
    let programs = env::var("POSTTASK_PROGRAMS").ok().and_then(|count| count.parse().ok()).unwrap_or(25);
    let first = env::var("POSTTASK_FIRST").ok().and_then(|first| first.parse().ok()).unwrap_or(0);
    let (mut compared, mut runs, mut all_runs) = (0, 0, 0);
    for seed in first..first + programs {
        let text = program(seed);
        let all = explored(&text, Reduce::Never);
        if !all.is_complete {
            continue;
        }
        let reduced = explored(&text, Reduce::Always);
        assert!(reduced.is_complete, "seed {seed}: {} runs instead of {}: {text}", reduced.runs, all.runs);
        assert_eq!(outcomes(&reduced), outcomes(&all), "seed {seed}: {text}");
        (compared, runs, all_runs) = (compared + 1, runs + reduced.runs, all_runs + all.runs);
    }
    assert!(compared > programs / 4, "only {compared} programs were compared");
    assert!(runs < all_runs || programs < 10, "{runs} runs instead of {all_runs}");
}
