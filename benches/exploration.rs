//! Benchmarks of `posttask explore`: `cargo bench --bench exploration`.
//!
//! Items per second are orders per second of a program with twenty tasks. Each order has a new runtime.

#![expect(clippy::expect_used, reason = "a benchmark that cannot run has nothing to report")]

use std::path::Path;

use divan::Bencher;
use divan::counter::ItemsCount;
use posttask::exploration::{Explorer, Schedule, StrategyKind};
use posttask::{Runtime, SourceKind};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

const RUNS: u64 = 500;

const PROGRAM: &str = include_str!("twenty_tasks.js");

#[expect(clippy::unnecessary_wraps, reason = "the explorer expects this type")]
fn start(runtime: &mut Runtime) -> Result<posttask::MainStatus, posttask::Error> {
    Ok(runtime.start_source(PROGRAM, Path::new("app.js"), SourceKind::Script))
}

/// Explores random orders. The argument is the number of threads.
#[divan::bench(args = [1, 2], sample_count = 10)]
fn random_orders(bencher: Bencher, jobs: usize) {
    let explorer = Explorer::new(start).runs(RUNS).strategy(StrategyKind::Random).jobs(jobs);
    bencher.counter(ItemsCount::new(RUNS)).bench(|| explorer.explore().expect("a program that starts"));
}

/// Runs one order, which includes the making of a thread and a runtime.
#[divan::bench]
fn one_order(bencher: Bencher) {
    let explorer = Explorer::new(start);
    let schedule = Schedule::default();
    bencher.bench(|| explorer.replay(&schedule).expect("a program that starts"));
}

/// Makes a runtime, which each order needs.
#[divan::bench]
fn runtime(bencher: Bencher) {
    bencher.bench_local(|| Runtime::builder().virtual_time().build().expect("a runtime"));
}
