//! Benchmarks of tasks in the whole runtime: `cargo bench --bench javascript`.
//!
//! Except for `start`, each figure is for a thousand operations, in virtual time.

#![expect(clippy::expect_used, reason = "a benchmark that cannot run has nothing to report")]

use divan::Bencher;
use posttask::Runtime;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

/// Measures a program on a runtime that has already been created.
fn program(bencher: Bencher, source: &str) {
    let runtime = || Runtime::builder().virtual_time().build().expect("a runtime");
    bencher.with_inputs(runtime).bench_local_values(|mut runtime| {
        runtime.run_script(source).expect("a program that runs");
        runtime.run();
        runtime
    });
}

/// Creates a runtime, which every process does once.
#[divan::bench]
fn start(bencher: Bencher) {
    bencher.bench_local(|| Runtime::builder().build().expect("a runtime"));
}

#[divan::bench]
fn post(bencher: Bencher) {
    program(bencher, "for (let i = 0; i < 1000; i++) scheduler.postTask(() => i);");
}

#[divan::bench]
fn post_with_priority(bencher: Bencher) {
    program(bencher, "for (let i = 0; i < 1000; i++) scheduler.postTask(() => i, { priority: 'background' });");
}

#[divan::bench]
fn post_with_a_signal_each(bencher: Bencher) {
    let source = "for (let i = 0; i < 1000; i++) {
        const controller = new TaskController({ priority: 'background' });
        scheduler.postTask(() => i, { signal: controller.signal });
        controller.setPriority('user-blocking');
    }";
    program(bencher, source);
}

#[divan::bench]
fn abort(bencher: Bencher) {
    let source = "const controller = new TaskController();
        for (let i = 0; i < 1000; i++) scheduler.postTask(() => i, { signal: controller.signal }).catch(() => {});
        controller.abort();";
    program(bencher, source);
}

#[divan::bench]
fn yield_in_a_task(bencher: Bencher) {
    let source = "scheduler.postTask(async () => { for (let i = 0; i < 1000; i++) await scheduler.yield(); });";
    program(bencher, source);
}

#[divan::bench]
fn delay(bencher: Bencher) {
    program(bencher, "for (let i = 0; i < 1000; i++) scheduler.postTask(() => i, { delay: 1 + i % 10 });");
}

#[divan::bench]
fn timeout(bencher: Bencher) {
    program(bencher, "for (let i = 0; i < 1000; i++) setTimeout(() => i, i % 10);");
}
