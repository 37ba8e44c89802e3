//! What the queues cost by themselves, without an engine: `cargo bench --bench scheduling`.
//!
//! Every figure is for one operation, with so many queues or tasks alive.

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use posttask::scheduling::{QueueId, TaskPriority, TaskQueues};

fn main() {
    divan::main();
}

const OPERATIONS: usize = 100_000;

/// So many queues, each with a task in it.
fn filled(count: usize) -> (TaskQueues<usize>, Vec<QueueId>) {
    let mut queues = TaskQueues::new();
    let names: Vec<QueueId> =
        (0..count).map(|index| queues.create_queue(TaskPriority::ALL[index % 3], index % 2 == 1)).collect();
    for &queue in &names {
        let _ = queues.push(queue, 0);
    }
    (queues, names)
}

/// Adds a task to a queue and takes the next one out, whichever that is.
#[divan::bench(args = [1, 1_000, 100_000])]
fn push_and_pop(bencher: Bencher, alive: usize) {
    bencher.counter(ItemsCount::new(OPERATIONS)).with_inputs(|| filled(alive)).bench_local_refs(|(queues, names)| {
        for index in 0..OPERATIONS {
            let _ = queues.push(names[index * 7 % names.len()], index);
            black_box(queues.pop());
        }
    });
}

/// Changes the priority of a queue with so many tasks in it.
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
            let queue = queues.create_queue(TaskPriority::default(), false);
            let tasks: Vec<_> = (0..tasks).filter_map(|index| queues.push(queue, index).ok()).collect();
            (queues, tasks)
        })
        .bench_local_refs(|(queues, tasks)| {
            for &task in tasks.iter().rev() {
                black_box(queues.remove(task));
            }
        });
}
