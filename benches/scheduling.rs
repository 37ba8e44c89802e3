//! Benchmarks of the task queues without an engine: `cargo bench --bench scheduling`.
//!
//! The argument is the number of queues or tasks that exist. Items per second are operations per second.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use posttask::scheduling::{QueueId, QueueKind, TaskPriority, TaskQueues};

fn main() {
    divan::main();
}

const OPERATIONS: usize = 100_000;

/// Returns `count` queues with one task each.
fn filled(count: usize) -> (TaskQueues<usize>, Vec<QueueId>) {
    let mut queues = TaskQueues::new();
    let names: Vec<QueueId> =
        (0..count).map(|index| queues.create_queue(TaskPriority::ALL[index % 3], QueueKind::ALL[index % 2])).collect();
    for &queue in &names {
        let _ = queues.push(queue, 0);
    }
    (queues, names)
}

/// Adds a task to a queue, then removes the next task of all queues.
#[divan::bench(args = [1, 1_000, 100_000])]
fn push_and_pop(bencher: Bencher, alive: usize) {
    bencher.counter(ItemsCount::new(OPERATIONS)).with_inputs(|| filled(alive)).bench_local_refs(|(queues, names)| {
        for index in 0..OPERATIONS {
            let _ = queues.push(names[index * 7 % names.len()], index);
            black_box(queues.pop());
        }
    });
}

/// Changes the priority of a queue to which `tasks` tasks were added.
#[divan::bench(args = [1, 1_000, 100_000])]
fn set_priority(bencher: Bencher, tasks: usize) {
    bencher
        .counter(ItemsCount::new(OPERATIONS))
        .with_inputs(|| {
            let (mut queues, names) = filled(6);
            for index in 0..tasks {
                let _ = queues.push(names[0], index);
            }
            (queues, names[0])
        })
        .bench_local_refs(|(queues, queue)| {
            for index in 0..OPERATIONS {
                queues.set_priority(*queue, TaskPriority::ALL[index % 3]);
            }
        });
}

/// Removes tasks from the end of a queue, the last one first.
#[divan::bench(args = [10_000, 100_000])]
fn remove(bencher: Bencher, tasks: usize) {
    bencher
        .counter(ItemsCount::new(tasks))
        .with_inputs(|| {
            let mut queues = TaskQueues::new();
            let queue = queues.create_queue(TaskPriority::default(), QueueKind::Tasks);
            let tasks: Vec<_> = (0..tasks).filter_map(|index| queues.push(queue, index).ok()).collect();
            (queues, tasks)
        })
        .bench_local_refs(|(queues, tasks)| {
            for &task in tasks.iter().rev() {
                black_box(queues.remove(task));
            }
        });
}
