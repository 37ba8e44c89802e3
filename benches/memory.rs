//! The memory that one item takes: `cargo bench --bench memory`.
//!
//! These are live bytes and allocations per item, counted by the allocator after a collection, so they do not depend on
//! the build or on the machine. The first rows are objects of Boa alone. What keeps the items is not counted, and what
//! belongs to all of them, such as the lists of the collector, is counted by its share.

#![expect(clippy::expect_used, reason = "a benchmark that cannot run has nothing to report")]
#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use allocator::{live_allocations, live_bytes};
use boa_gc::force_collect;
use posttask::Runtime;
use posttask::boa_engine::object::builtins::JsPromise;
use posttask::boa_engine::{Context, Source};

#[path = "../js-tests/soak/allocator.rs"]
mod allocator;

const NUMBERS: [usize; 2] = [10_000, 100_000];

/// Objects of Boa: what a loop body leaves in `kept[i]`.
const OF_BOA: [(&str, &str); 3] = [
    ("an empty object", "kept[i] = {};"),
    ("a function", "kept[i] = () => {};"),
    ("`new Promise(f)`", "kept[i] = new Promise(f);"),
];

/// Items of posttask: what runs before, and the loop body.
const OF_POSTTASK: [(&str, &str, &str); 19] = [
    ("`postTask`, with its promise", "", "kept[i] = scheduler.postTask(f);"),
    ("the same, with a delay", "", "kept[i] = scheduler.postTask(f, { delay: 1e6 });"),
    ("`yield`, with its promise", "", "kept[i] = scheduler.yield();"),
    ("a `TaskController` with its signal", "", "kept[i] = new TaskController();"),
    (
        "the same, with a task and its promise",
        "",
        "
        kept[i] = new TaskController();
        scheduler.postTask(f, { signal: kept[i].signal });",
    ),
    ("an `AbortController` with its signal", "", "kept[i] = new AbortController();"),
    (
        "the same, with a task and its promise",
        "",
        "
        kept[i] = new AbortController();
        scheduler.postTask(f, { signal: kept[i].signal });",
    ),
    (
        "`AbortSignal.any`, of one signal",
        "const { signal } = new AbortController();",
        "kept[i] = AbortSignal.any([signal]);",
    ),
    ("`AbortSignal.timeout`", "", "kept[i] = AbortSignal.timeout(1e6);"),
    ("`setTimeout`", "", "setTimeout(f, 1e6);"),
    ("an `EventTarget`", "", "kept[i] = new EventTarget();"),
    ("a listener", "const target = new EventTarget();", "target.addEventListener('event', functions[i]);"),
    (
        "a listener with a signal",
        "const target = new EventTarget(), { signal } = new AbortController();",
        "target.addEventListener('event', functions[i], { signal });",
    ),
    (
        "a listener of its own signal",
        "const signals = Array.from(kept, () => new AbortController().signal);",
        "signals[i].addEventListener('abort', f);",
    ),
    (
        "a message that waits",
        "const { port1, port2 } = new MessageChannel(); port2.onmessage = f;",
        "port1.postMessage(i);",
    ),
    ("a `MessageChannel` with its ports", "", "kept[i] = new MessageChannel();"),
    ("`performance.mark`", "", "performance.mark('mark');"),
    ("an entry of `Headers`", "const headers = new Headers();", "headers.append(`name-${i}`, 'value');"),
    ("an entry of `FormData`", "const data = new FormData();", "data.append(`name-${i}`, 'value');"),
];

/// Live memory of this thread.
#[derive(Clone, Copy)]
struct Memory {
    bytes: isize,
    allocations: isize,
}

impl Memory {
    /// That in use after a collection.
    fn now() -> Self {
        force_collect();
        // What only a dead object of Rust referred to is found by another collection.
        force_collect();
        Self { bytes: live_bytes(), allocations: live_allocations() }
    }

    /// What has been added since `self`, per item.
    fn per_item(self, items: usize) -> (f64, f64) {
        let now = Self::now();
        #[expect(clippy::cast_precision_loss, reason = "these numbers are small")]
        let share = |now: isize, before: isize| (now - before) as f64 / items as f64;
        (share(now.bytes, self.bytes), share(now.allocations, self.allocations))
    }
}

/// Declares what loops use, for this number of items.
fn setup(items: usize) -> String {
    format!(
        "const f = () => {{}}, kept = new Array({items}).fill(null);
         const functions = Array.from(kept, () => () => {{}});"
    )
}

/// Runs the body for each item. The first calls fill the caches of the engine and of the runtime, and are not counted.
fn measure<H>(host: &mut H, mut run: impl FnMut(&mut H, &str), items: usize, before: &str, body: &str) -> (f64, f64) {
    run(host, &setup(items + 10));
    run(host, before);
    run(
        host,
        &format!(
            "function make(from, to) {{ for (let i = from; i < to; i++) {{ {body} }} }} make({items}, {items} + 10);"
        ),
    );
    let memory = Memory::now();
    run(host, &format!("make(0, {items})"));
    memory.per_item(items)
}

fn of_boa(items: usize, body: &str) -> (f64, f64) {
    let run = |context: &mut Context, source: &str| {
        context.eval(Source::from_bytes(source)).expect("a program that runs");
    };
    measure(&mut Context::default(), run, items, "", body)
}

fn of_posttask(items: usize, before: &str, body: &str) -> (f64, f64) {
    let mut runtime = Runtime::builder().virtual_time().build().expect("a runtime");
    let run = |runtime: &mut Runtime, source: &str| {
        runtime.run_script(source).expect("a program that runs");
    };
    measure(&mut runtime, run, items, before, body)
}

/// A promise and its two resolving functions, which Rust keeps.
fn pending_promise(items: usize) -> (f64, f64) {
    let mut context = Context::default();
    let mut kept = Vec::with_capacity(items);
    let memory = Memory::now();
    kept.extend((0..items).map(|_| JsPromise::new_pending(&mut context)));
    memory.per_item(items)
}

/// A runtime, or a context of Boa. The first one is not counted: it fills tables that all of a thread share.
fn of_one<T>(make: impl Fn() -> T) -> (f64, f64) {
    let _first = make();
    let memory = Memory::now();
    let _second = make();
    memory.per_item(1)
}

fn row(name: &str, measured: impl Fn(usize) -> (f64, f64)) {
    let [(bytes, allocations), (bytes_of_many, allocations_of_many)] = NUMBERS.map(measured);
    println!("| {name} | {bytes:.0} | {bytes_of_many:.0} | {allocations:.1} | {allocations_of_many:.1} |");
}

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let is_wanted = |name: &str| filter.as_ref().is_none_or(|filter| name.contains(filter.as_str()));
    let [few, many] = NUMBERS;
    println!("| | bytes, of {few} | of {many} | allocations, of {few} | of {many} |");
    println!("| --- | ---: | ---: | ---: | ---: |");
    for (name, body) in OF_BOA.into_iter().filter(|(name, ..)| is_wanted(name)) {
        row(&format!("Boa: {name}"), |items| of_boa(items, body));
    }
    if is_wanted("a promise and its functions") {
        row("Boa: a promise and its functions", pending_promise);
    }
    for (name, before, body) in OF_POSTTASK.into_iter().filter(|(name, ..)| is_wanted(name)) {
        row(name, |items| of_posttask(items, before, body));
    }
    if is_wanted("a runtime") {
        let (bytes, allocations) = of_one(Context::default);
        println!("\nA context of Boa: {:.1} KiB, {allocations:.0} allocations.", bytes / 1024.0);
        let (bytes, allocations) = of_one(|| Runtime::builder().virtual_time().build().expect("a runtime"));
        println!("A runtime: {:.1} KiB, {allocations:.0} allocations.", bytes / 1024.0);
    }
}
