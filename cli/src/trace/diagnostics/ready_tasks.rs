//! The scheduler tasks that are ready, by effective priority and age.

use std::collections::{BTreeMap, BTreeSet};

use posttask::event_loop::{SignalId, WorkId};
use posttask::scheduling::{EffectivePriority, QueueKind, TaskPriority};
use rustc_hash::FxHashMap;

/// What a queue is for: continuations or tasks, and the signal whose priority they have, or a fixed level.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Queue {
    Fixed(EffectivePriority),
    OfSignal { signal: SignalId, has_continuations: bool },
}

impl Queue {
    /// The queue for work of this level.
    pub(super) fn new(signal: Option<SignalId>, level: EffectivePriority) -> Self {
        let has_continuations = level.kind() == QueueKind::Continuations;
        signal.map_or(Self::Fixed(level), |signal| Self::OfSignal { signal, has_continuations })
    }
}

#[derive(Debug)]
struct Waiting {
    level: EffectivePriority,
    /// The work by age: the number of tasks that were queued before.
    by_age: BTreeMap<u64, WorkId>,
}

impl Waiting {
    fn oldest(&self) -> Option<u64> {
        self.by_age.first_key_value().map(|(&age, _)| age)
    }
}

/// The scheduler tasks that are ready. A change of a signal's priority moves a queue, not its tasks, so everything
/// takes O(log n).
#[derive(Debug, Default)]
pub(super) struct ReadyTasks {
    queues: FxHashMap<Queue, Waiting>,
    /// The age of the oldest task of each queue, by level.
    oldest: [BTreeSet<(u64, Queue)>; EffectivePriority::COUNT],
}

impl ReadyTasks {
    /// Calls `change` with a queue, and updates the place of the queue among the others.
    fn change(&mut self, queue: Queue, level: EffectivePriority, change: impl FnOnce(&mut Waiting)) {
        let waiting = self.queues.entry(queue).or_insert_with(|| Waiting { level, by_age: BTreeMap::new() });
        if let Some(age) = waiting.oldest() {
            self.oldest[waiting.level.index()].remove(&(age, queue));
        }
        change(waiting);
        match waiting.oldest() {
            Some(age) => _ = self.oldest[waiting.level.index()].insert((age, queue)),
            None => drop(self.queues.remove(&queue)),
        }
    }

    pub(super) fn add(&mut self, queue: Queue, level: EffectivePriority, age: u64, work: WorkId) {
        self.change(queue, level, |waiting| _ = waiting.by_age.insert(age, work));
    }

    pub(super) fn remove(&mut self, queue: Queue, level: EffectivePriority, age: u64) {
        self.change(queue, level, |waiting| _ = waiting.by_age.remove(&age));
    }

    /// The priority of a signal has changed.
    pub(super) fn set_priority(&mut self, signal: SignalId, priority: TaskPriority) {
        for kind in QueueKind::ALL {
            let level = EffectivePriority::new(priority, kind);
            self.change(Queue::new(Some(signal), level), level, |waiting| waiting.level = level);
        }
    }

    /// The oldest task of a level.
    pub(super) fn oldest(&self, level: EffectivePriority) -> Option<WorkId> {
        let (age, queue) = self.oldest[level.index()].first()?;
        self.queues.get(queue)?.by_age.get(age).copied()
    }

    /// All tasks of a priority.
    pub(super) fn of_priority(&self, priority: TaskPriority) -> impl Iterator<Item = WorkId> {
        let queues = self.queues.values().filter(move |waiting| waiting.level.priority() == priority);
        queues.flat_map(|waiting| waiting.by_age.values().copied())
    }
}
