//! Benchmarks of what embedders do: `cargo bench --bench embedding`.
//!
//! The figures of tasks and posts are for a thousand operations. A cross-thread post goes to a loop that sleeps, and
//! includes the wake-up.

#![expect(clippy::expect_used, reason = "a benchmark that cannot run has nothing to report")]

use std::sync::mpsc::{TryRecvError, channel};
use std::thread;
use std::time::Duration;

use divan::{Bencher, black_box};
use posttask::Runtime;
use posttask::boa_engine::{Context, JsValue};
use posttask::scheduler::post_task;
use posttask::scheduling::{QueueKind, TaskPriority, TaskQueues};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() {
    divan::main();
}

fn runtime() -> Runtime {
    Runtime::builder().virtual_time().build().expect("a runtime")
}

/// The queues alone: what a Rust task costs at least.
#[divan::bench]
fn push_and_pop(bencher: Bencher) {
    bencher
        .with_inputs(|| {
            let mut queues = TaskQueues::new();
            let queue = queues.create_queue(TaskPriority::UserVisible, QueueKind::Tasks);
            (queues, queue)
        })
        .bench_local_values(|(mut queues, queue)| {
            for number in 0..1000 {
                let _ = queues.push(queue, number);
            }
            while let Some(number) = queues.pop() {
                black_box(number);
            }
            queues
        });
}

#[divan::bench]
fn rust_task(bencher: Bencher) {
    bencher.with_inputs(runtime).bench_local_values(|mut runtime| {
        runtime.with_context(|context| {
            for number in 0..1000 {
                let _ = post_task(TaskPriority::UserVisible, move |_| Ok(JsValue::from(black_box(number))), context);
            }
        });
        runtime.run();
        runtime
    });
}

/// The queues alone, with memory that has been used before.
#[divan::bench]
fn push_and_pop_again(bencher: Bencher) {
    let mut queues = TaskQueues::new();
    let queue = queues.create_queue(TaskPriority::UserVisible, QueueKind::Tasks);
    bencher.bench_local(|| {
        for number in 0..1000 {
            let _ = queues.push(queue, number);
        }
        while let Some(number) = queues.pop() {
            black_box(number);
        }
    });
}

/// Rust tasks in a runtime that has run others before.
#[divan::bench]
fn rust_task_again(bencher: Bencher) {
    let mut runtime = runtime();
    bencher.bench_local(|| {
        runtime.with_context(|context| {
            for number in 0..1000 {
                let _ = post_task(TaskPriority::UserVisible, move |_| Ok(JsValue::from(black_box(number))), context);
            }
        });
        runtime.run();
    });
}

/// A future that yields a thousand times.
#[divan::bench]
fn yield_of_a_future(bencher: Bencher) {
    bencher.with_inputs(runtime).bench_local_values(|mut runtime| {
        let future = runtime.spawn(TaskPriority::UserVisible, async |task| {
            for _ in 0..1000 {
                task.yield_now().await;
            }
        });
        runtime.run();
        drop(future);
        runtime
    });
}

#[divan::bench]
fn cross_thread_posts(bencher: Bencher) {
    let thread = Runtime::spawn_thread("loop", posttask::RuntimeBuilder::build).expect("a thread");
    bencher.bench_local(|| {
        for _ in 1..1000 {
            thread.remote().call(TaskPriority::UserVisible, |_| ()).detach();
        }
        thread.remote().call(TaskPriority::UserVisible, |_| ()).wait()
    });
}

/// One post to a loop that sleeps. Only the thread that posts is measured.
#[divan::bench(sample_count = 2000, sample_size = 1)]
fn post_that_wakes_the_loop(bencher: Bencher) {
    let thread = Runtime::spawn_thread("loop", posttask::RuntimeBuilder::build).expect("a thread");
    // The loop is asleep when it has answered and some time has passed.
    let sleeping = || {
        let (sender, received) = channel();
        let queued = thread.remote().queue_a_task(move |_| {
            let _ = sender.send(());
        });
        assert!(queued.is_ok() && received.recv().is_ok());
        thread::park_timeout(Duration::from_micros(200));
    };
    bencher.with_inputs(sleeping).bench_local_values(|()| thread.remote().call(TaskPriority::UserVisible, |_| ()));
}

/// For comparison: what the operating system needs to wake a thread.
#[divan::bench(sample_count = 2000, sample_size = 1)]
fn unpark_a_sleeping_thread(bencher: Bencher) {
    let (sender, ended) = channel::<()>();
    let sleeper = thread::spawn(move || {
        while matches!(ended.try_recv(), Err(TryRecvError::Empty)) {
            thread::park();
        }
    });
    bencher
        .with_inputs(|| thread::park_timeout(Duration::from_micros(200)))
        .bench_local_values(|()| sleeper.thread().unpark());
    drop(sender);
    sleeper.thread().unpark();
    assert!(sleeper.join().is_ok());
}

#[divan::bench]
fn make_and_drop_a_runtime(bencher: Bencher) {
    bencher.bench_local(|| drop(Runtime::builder().build().expect("a runtime")));
}

/// For comparison: the engine without anything of this crate.
#[divan::bench]
fn make_and_drop_a_context_of_boa(bencher: Bencher) {
    bencher.bench_local(|| drop(Context::default()));
}
