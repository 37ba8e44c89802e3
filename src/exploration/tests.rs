//! Explores random programs.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use proptest::prelude::*;

use super::checker::Checker;
use super::report::deviations;
use super::rules::{Bounds, Level};
use super::strategy::{DefaultOrder, StrategySpec};
use super::{Explorer, Position, Report, StrategyKind};
use crate::runtime::{Runtime, SourceKind, on_a_large_stack};

/// A statement of a random program.
#[derive(Clone, Debug)]
enum Statement {
    Post { options: usize, body: Vec<Statement> },
    PostAndYield { options: usize, body: Vec<Statement> },
    Timeout { delay: u32, body: Vec<Statement> },
    Interval { delay: u32, rounds: u32 },
    Microtask { body: Vec<Statement> },
    Idle { timeout: u32, body: Vec<Statement> },
    Message { port: usize },
    Broadcast,
    SetPriority { controller: usize, priority: usize },
    Abort { controller: usize },
    AbortTimeout { delay: u32 },
    Reject,
}

const PRIORITIES: [&str; 3] = ["background", "user-visible", "user-blocking"];

/// The options of `postTask` in random programs.
const OPTIONS: [&str; 9] = [
    "{}",
    "{ priority: 'background' }",
    "{ priority: 'user-visible' }",
    "{ priority: 'user-blocking' }",
    "{ signal: controllers[0].signal }",
    "{ signal: controllers[1].signal }",
    "{ delay: 3 }",
    "{ priority: 'user-blocking', delay: 8 }",
    "{ signal: controllers[1].signal, delay: 5 }",
];

/// Writes statements as JavaScript.
fn write_statements(statements: &[Statement], text: &mut String) {
    for statement in statements {
        let body = |body: &[Statement]| {
            let mut text = String::new();
            write_statements(body, &mut text);
            text
        };
        let line = match statement {
            Statement::Post { options, body: inner } => {
                format!(
                    "scheduler.postTask(() => {{ log();\n{}}}, {}).catch(() => {{}});",
                    body(inner),
                    OPTIONS[*options]
                )
            }
            Statement::PostAndYield { options, body: inner } => format!(
                "scheduler.postTask(async () => {{ log(); await scheduler.yield(); log();\n{}}}, {})\
                 .catch(() => {{}});",
                body(inner),
                OPTIONS[*options]
            ),
            Statement::Timeout { delay, body: inner } => {
                format!("setTimeout(() => {{ log();\n{}}}, {delay});", body(inner))
            }
            Statement::Interval { delay, rounds } => format!(
                "{{ let rounds = 0; \
                 const id = setInterval(() => {{ log(); if (++rounds >= {rounds}) clearInterval(id); }}, \
                 {delay}); }}"
            ),
            Statement::Microtask { body: inner } => format!("queueMicrotask(() => {{ log();\n{}}});", body(inner)),
            Statement::Idle { timeout, body: inner } => format!(
                "requestIdleCallback(deadline => {{ log(deadline.timeRemaining());\n{}}}, {{ timeout: {timeout} }});",
                body(inner)
            ),
            Statement::Message { port } => format!("channels[{port}].port2.postMessage(0);"),
            Statement::Broadcast => "try { sender.postMessage(0); } catch {}".to_owned(),
            Statement::SetPriority { controller, priority } => {
                format!("controllers[{controller}].setPriority('{}');", PRIORITIES[*priority])
            }
            Statement::Abort { controller } => format!("controllers[{controller}].abort();"),
            Statement::AbortTimeout { delay } => {
                format!("AbortSignal.timeout({delay}).addEventListener('abort', () => log());")
            }
            Statement::Reject => "Promise.reject(0);".to_owned(),
        };
        // Each statement gets a line of its own, and so a name of its own.
        let _ = writeln!(text, "{line}");
    }
}

/// A random program. It prints a number for each piece of its work, so that its output depends on its order.
fn source(statements: &[Statement]) -> String {
    let mut text = "const controllers = [new TaskController(), new TaskController({ priority: 'background' })];
        const channels = [new MessageChannel(), new MessageChannel()];
        for (const { port1 } of channels) port1.onmessage = () => log();
        const [sender, receiver, other] = ['x', 'x', 'x'].map(name => new BroadcastChannel(name));
        receiver.onmessage = other.onmessage = () => log();
        addEventListener('unhandledrejection', event => { event.preventDefault(); log(); });
        let count = 0;
        function log(value = '') { console.log(new Error().stack.split('\\n')[1], count++, value, performance.now()); }
        setTimeout(() => [sender, receiver, other].forEach(channel => channel.close()), 500);
        "
    .to_owned();
    write_statements(statements, &mut text);
    text
}

fn statements() -> impl Strategy<Value = Vec<Statement>> {
    let leaf = prop_oneof![
        (0..OPTIONS.len()).prop_map(|options| Statement::Post { options, body: Vec::new() }),
        (0_u32..20).prop_map(|delay| Statement::Timeout { delay, body: Vec::new() }),
        (0_u32..9, 1_u32..4).prop_map(|(delay, rounds)| Statement::Interval { delay, rounds }),
        (0_u32..9).prop_map(|timeout| Statement::Idle { timeout, body: Vec::new() }),
        (0_usize..2).prop_map(|port| Statement::Message { port }),
        Just(Statement::Broadcast),
        (0_usize..2, 0_usize..3).prop_map(|(controller, priority)| Statement::SetPriority { controller, priority }),
        (0_usize..2).prop_map(|controller| Statement::Abort { controller }),
        (0_u32..12).prop_map(|delay| Statement::AbortTimeout { delay }),
        Just(Statement::Reject),
    ];
    let statement = leaf.prop_recursive(2, 12, 3, |inner| {
        let body = || proptest::collection::vec(inner.clone(), 0..3);
        prop_oneof![
            (0..OPTIONS.len(), body()).prop_map(|(options, body)| Statement::Post { options, body }),
            (0..OPTIONS.len(), body()).prop_map(|(options, body)| Statement::PostAndYield { options, body }),
            (0_u32..20, body()).prop_map(|(delay, body)| Statement::Timeout { delay, body }),
            body().prop_map(|body| Statement::Microtask { body }),
            (0_u32..9, body()).prop_map(|(timeout, body)| Statement::Idle { timeout, body }),
        ]
    });
    proptest::collection::vec(statement, 1..7)
}

/// Stores a position and reads it again, if that is possible.
fn stored(position: &Position) -> Position {
    #[cfg(feature = "serde")]
    let stored = serde_json::from_str(&serde_json::to_string(position).unwrap()).unwrap();
    #[cfg(not(feature = "serde"))]
    let stored = position.clone();
    stored
}

/// Explores in parts: each is stopped after that many starts of the program, in the middle of a run.
fn explore_in_parts<'a>(explorer: impl Fn() -> Explorer<'a>, source: &'a str, starts: usize) -> Vec<Report> {
    let mut reports: Vec<Report> = Vec::new();
    loop {
        let (started, stop) = (AtomicUsize::new(0), Arc::new(AtomicBool::new(false)));
        let flag = Arc::clone(&stop);
        let start = move |runtime: &mut Runtime| {
            if started.fetch_add(1, Ordering::Relaxed) == starts {
                flag.store(true, Ordering::Relaxed);
            }
            Ok(runtime.start_source(source, Path::new("app.js"), SourceKind::Script))
        };
        let part = Explorer { start: Explorer::new(start).start, ..explorer() }.stop_flag(stop);
        let part = match reports.last().and_then(|report| report.position.as_ref()) {
            None => part,
            Some(position) => part.resume(stored(position)),
        };
        let report = part.explore().unwrap();
        assert!(reports.len() < 1_000, "parts do nothing: {source}");
        let is_done = report.position.is_none();
        reports.push(report);
        if is_done {
            return reports;
        }
    }
}

/// An explorer of a script.
fn explorer(source: &str) -> Explorer<'_> {
    Explorer::new(move |runtime: &mut Runtime| {
        Ok(runtime.start_source(source, Path::new("app.js"), SourceKind::Script))
    })
}

#[test]
fn a_run_ends_before_a_timer_that_is_due_after_its_time() {
    let source = "setTimeout(() => { throw new Error('late') }, 70_000)";
    let report = explorer(source).explore().unwrap();
    assert!(report.failures().next().is_none(), "{:?}", report.outcomes);
    assert!(!report.is_complete);
}

/// Work that does nothing runs in no order. So the task before it cannot take longer after it has run: a schedule can
/// only say that of the task.
#[test]
fn a_task_takes_time_before_work_that_does_nothing() {
    let source = "
        const ports = [new MessageChannel().port1, new MessageChannel().port1];
        setTimeout(() => { ports.forEach(port => port.close()); }, 1);
        setTimeout(() => {}, 2);
    ";
    let explorer = explorer(source);
    on_a_large_stack(|| {
        for seed in 0..200 {
            let walk = StrategySpec::UniformWalk { seed }.build();
            let run = explorer.run_here(Bounds::default(), &[], Some(walk), u64::MAX, &|| false).unwrap();
            let deviations = deviations(&run.applied);
            let again =
                explorer.run_here::<DefaultOrder>(Bounds::default(), &deviations, None, u64::MAX, &|| false).unwrap();
            assert!(again.skipped.is_empty(), "{deviations:?}: {:?}", again.skipped);
            assert_eq!(again.order, run.order, "{deviations:?}");
        }
    })
    .unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Whatever an exploration is doing when it is stopped, the rest gives what one exploration gives.
    #[test]
    fn parts_find_what_one_exploration_finds(
        statements in statements(),
        strategy in 0..StrategyKind::ALL.len(),
        seed: u64,
        // More than the first run, its repetition, and eight random walks.
        starts in 12_usize..40,
        jobs in 1_usize..3,
    ) {
        let source = source(&statements);
        let strategy = StrategyKind::ALL[strategy];
        let explorer = || explorer(&source).strategy(strategy).seed(seed).runs(60).jobs(jobs);
        let whole = explorer().explore().unwrap();
        let parts = explore_in_parts(explorer, &source, starts);
        prop_assert!(whole.position.is_none() && parts.iter().rev().skip(1).all(|part| part.was_stopped));
        let last = parts.last().unwrap();
        prop_assert_eq!(last.is_complete, whole.is_complete, "{}", &source);
        let is_sampled = !matches!(strategy, StrategyKind::Portfolio | StrategyKind::Exhaustive);
        if is_sampled {
            prop_assert_eq!(parts.iter().map(|part| part.runs).sum::<u64>(), whole.runs, "{}", &source);
        }
        if is_sampled || whole.is_complete {
            let orders: BTreeSet<u64> = parts.iter().flat_map(|part| &part.orders).copied().collect();
            prop_assert_eq!(&orders, &whole.orders, "{}", &source);
            let keys = |report: &Report| report.outcomes.iter().map(|found| found.key).collect::<BTreeSet<u64>>();
            let found: BTreeSet<u64> = parts.iter().flat_map(keys).collect();
            prop_assert_eq!(found, keys(&whole), "{}", &source);
        }
    }

    /// The checker panics at the first step that no standard allows. `explore` also repeats runs by their schedules and
    /// compares them step by step.
    #[test]
    fn every_order_is_allowed_and_determined_by_its_schedule(
        statements in statements(),
        is_standard: bool,
        strategy in 0..StrategyKind::ALL.len(),
        seed: u64,
    ) {
        let source = source(&statements);
        let level = if is_standard { Level::Standard } else { Level::Intent };
        let explorer = explorer(&source)
            .observer(|| Rc::new(Checker::new(level)))
            .orders(level)
            .strategy(StrategyKind::ALL[strategy])
            .seed(seed)
            .runs(60);
        let report = explorer.explore().unwrap();
        prop_assert!(report.nondeterminism.is_none(), "{:?}\n{source}", report.nondeterminism);
        prop_assert_eq!(report.failures().count(), 0, "{}", &source);
        for outcome in &report.outcomes {
            let replay = explorer.replay(&outcome.schedule).unwrap();
            prop_assert_eq!(&replay.outcome, &outcome.outcome, "{}\n{}", &outcome.schedule, &source);
            prop_assert_eq!(&replay.ran, &outcome.ran);
            prop_assert!(replay.skipped.is_empty(), "{:?}", replay.skipped);
        }
    }
}
