use proptest::prelude::*;

use super::{Arena, EffectivePriority, QueueKind, TaskPriority, TaskQueues};
use QueueKind::{Continuations, Tasks};
use TaskPriority::{Background, UserBlocking, UserVisible};

#[test]
fn effective_priorities_are_ordered() {
    let rows = [
        (Background, Tasks),
        (Background, Continuations),
        (UserVisible, Tasks),
        (UserVisible, Continuations),
        (UserBlocking, Tasks),
        (UserBlocking, Continuations),
    ];
    for (expected, (priority, kind)) in (0..).zip(rows) {
        assert_eq!(EffectivePriority::new(priority, kind).get(), expected);
    }
}

#[test]
fn priorities_can_be_parsed_from_their_names() {
    for priority in TaskPriority::ALL {
        assert_eq!(priority.as_str().parse(), Ok(priority));
    }
    assert!("User-Visible".parse::<TaskPriority>().is_err());
}

#[test]
fn equal_priorities_run_in_enqueue_order_across_queues() {
    let mut queues = TaskQueues::new();
    let a = queues.create_queue(UserVisible, Tasks);
    let b = queues.create_queue(UserVisible, Tasks);
    for (queue, label) in [(a, "A1"), (b, "B1"), (b, "B2"), (a, "A2")] {
        queues.push(queue, label).unwrap();
    }
    let order: Vec<_> = std::iter::from_fn(|| queues.pop()).collect();
    assert_eq!(order, ["A1", "B1", "B2", "A2"]);
}

#[test]
fn a_changed_priority_keeps_enqueue_order() {
    let mut queues = TaskQueues::new();
    let moved = queues.create_queue(Background, Tasks);
    let fixed = queues.create_queue(UserVisible, Tasks);
    for (queue, label) in [(moved, "M1"), (fixed, "F1"), (moved, "M2"), (fixed, "F2")] {
        queues.push(queue, label).unwrap();
    }
    queues.set_priority(moved, UserVisible);
    let order: Vec<_> = std::iter::from_fn(|| queues.pop()).collect();
    assert_eq!(order, ["M1", "F1", "M2", "F2"]);
}

#[test]
fn stale_ids_have_no_effect() {
    let mut queues = TaskQueues::new();
    let old = queues.create_queue(UserVisible, Tasks);
    let task = queues.push(old, 1).unwrap();
    assert_eq!(queues.pop(), Some(1));
    assert!(queues.remove_if_empty(old));
    let new = queues.create_queue(Background, Tasks);
    queues.push(new, 2).unwrap();
    assert_eq!(queues.remove(task), None);
    assert_eq!(queues.push(old, 3), Err(3));
    queues.set_priority(old, UserBlocking);
    assert_eq!(queues.priority(old), None);
    assert_eq!(queues.next().unwrap().effective_priority.get(), 0);
    assert!(!queues.remove_if_empty(new));
}

#[test]
fn tasks_can_be_removed_at_any_position() {
    let mut queues = TaskQueues::new();
    let queue = queues.create_queue(UserVisible, Continuations);
    let ids: Vec<_> = (0..5).map(|n| queues.push(queue, n).unwrap()).collect();
    for gone in [0, 4, 2] {
        assert_eq!(queues.remove(ids[gone]), i32::try_from(gone).ok());
        assert_eq!(queues.remove(ids[gone]), None);
    }
    assert_eq!(queues.push(queue, 5).map(|_| queues.len()), Ok(3));
    let order: Vec<_> = std::iter::from_fn(|| queues.pop()).collect();
    assert_eq!(order, [1, 3, 5]);
}

type NaiveQueue = (TaskPriority, QueueKind, Vec<(u64, u32)>);

/// A naive implementation of the specification: it walks all queues for every choice.
#[derive(Default)]
struct Naive {
    queues: Vec<NaiveQueue>,
    next_enqueue_order: u64,
}

impl Naive {
    fn select(&self) -> Option<usize> {
        let runnable: Vec<usize> = (0..self.queues.len()).filter(|&q| !self.queues[q].2.is_empty()).collect();
        let level = |q: usize| EffectivePriority::new(self.queues[q].0, self.queues[q].1).get();
        let highest = runnable.iter().map(|&q| level(q)).max()?;
        runnable.into_iter().filter(|&q| level(q) == highest).min_by_key(|&q| self.queues[q].2[0].0)
    }
}

#[derive(Clone, Debug)]
enum Operation {
    Create(usize, QueueKind),
    Push(usize),
    Pop,
    Remove(usize),
    SetPriority(usize, usize),
    RemoveIfEmpty(usize),
}

fn operation() -> impl Strategy<Value = Operation> {
    use Operation::{Create, Pop, Push, Remove, RemoveIfEmpty, SetPriority};
    prop_oneof![
        1 => (0..3_usize, prop::sample::select(&QueueKind::ALL[..])).prop_map(|(p, kind)| Create(p, kind)),
        6 => any::<usize>().prop_map(Push),
        3 => Just(Pop),
        2 => any::<usize>().prop_map(Remove),
        2 => (any::<usize>(), 0..3_usize).prop_map(|(q, p)| SetPriority(q, p)),
        1 => any::<usize>().prop_map(RemoveIfEmpty),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(400) })]

    #[test]
    fn task_queues_agree_with_a_naive_implementation(operations in prop::collection::vec(operation(), 1..200)) {
        let mut queues = TaskQueues::new();
        let mut naive = Naive::default();
        let mut ids = Vec::new();
        let mut tasks = Vec::new();
        for (label, operation) in (0_u32..).zip(operations) {
            match operation {
                Operation::Create(priority, kind) => {
                    let priority = TaskPriority::ALL[priority];
                    ids.push(Some(queues.create_queue(priority, kind)));
                    naive.queues.push((priority, kind, Vec::new()));
                }
                Operation::Push(q) if !ids.is_empty() => {
                    let q = q % ids.len();
                    if let Some(id) = ids[q] {
                        tasks.push((queues.push(id, label).unwrap(), label));
                        naive.queues[q].2.push((naive.next_enqueue_order, label));
                        naive.next_enqueue_order += 1;
                    }
                }
                Operation::Pop => {
                    let expected = naive.select().map(|q| naive.queues[q].2.remove(0).1);
                    prop_assert_eq!(queues.pop(), expected);
                }
                Operation::Remove(t) if !tasks.is_empty() => {
                    let (id, label) = tasks[t % tasks.len()];
                    let mut expected = None;
                    for (_, _, tasks) in &mut naive.queues {
                        if let Some(at) = tasks.iter().position(|task| task.1 == label) {
                            expected = Some(tasks.remove(at).1);
                        }
                    }
                    prop_assert_eq!(queues.remove(id), expected);
                }
                Operation::SetPriority(q, priority) if !ids.is_empty() => {
                    let q = q % ids.len();
                    if let Some(id) = ids[q] {
                        queues.set_priority(id, TaskPriority::ALL[priority]);
                        naive.queues[q].0 = TaskPriority::ALL[priority];
                    }
                }
                Operation::RemoveIfEmpty(q) if !ids.is_empty() => {
                    let q = q % ids.len();
                    if let Some(id) = ids[q] {
                        let gone = queues.remove_if_empty(id);
                        prop_assert_eq!(gone, naive.queues[q].2.is_empty());
                        if gone {
                            ids[q] = None;
                        }
                    }
                }
                _ => {}
            }
            let chosen = naive.select();
            prop_assert_eq!(queues.next().map(|next| Some(next.queue)), chosen.map(|q| ids[q]));
            prop_assert_eq!(queues.len(), naive.queues.iter().map(|queue| queue.2.len()).sum::<usize>());
        }
    }
}

#[test]
fn an_arena_reuses_indices_and_starts_at_zero_when_empty() {
    let mut arena = Arena::new();
    let indices: Vec<u32> = (0..5000).map(|number| arena.insert_with(|| number)).collect();
    assert_eq!(arena.len(), 5000);
    assert_eq!(indices.iter().map(|&index| arena[index]).collect::<Vec<_>>(), (0..5000).collect::<Vec<_>>());
    for &index in indices.iter().step_by(2) {
        assert_eq!(arena.remove(index), Some(index));
        assert_eq!(arena.remove(index), None);
    }
    assert_eq!(arena.iter().map(|(_, &number)| number).collect::<Vec<_>>(), (1..5000).step_by(2).collect::<Vec<_>>());
    // The index that was freed last is reused first.
    assert_eq!(arena.insert_with(|| 7), 4998);
    assert_eq!(arena.get(4998), Some(&7));
    for index in 0..5000 {
        arena.remove(index);
    }
    assert_eq!((arena.len(), arena.get(0), arena.iter().count()), (0, None, 0));
    assert_eq!(arena.insert_with(|| 1), 0);
}

#[test]
fn stale_entries_are_removed_after_priority_changes() {
    let mut queues = TaskQueues::new();
    let ids: Vec<_> = (0..10).map(|_| queues.create_queue(Background, Tasks)).collect();
    for (number, &queue) in ids.iter().enumerate() {
        queues.push(queue, number).unwrap();
    }
    for round in 0..1000 {
        for &queue in &ids[1..] {
            queues.set_priority(queue, [UserVisible, UserBlocking, Background][round % 3]);
        }
        assert!(queues.entry_count() < 200, "{} entries for 10 queues", queues.entry_count());
    }
    for &queue in &ids {
        queues.set_priority(queue, UserVisible);
    }
    assert_eq!(std::iter::from_fn(|| queues.pop()).collect::<Vec<_>>(), (0..10).collect::<Vec<_>>());
    assert_eq!(queues.entry_count(), 0);
}
