//! What waits in an event loop, for people: the answer to "why does it not end?".

use std::fmt;

use super::{EventLoop, Location, TaskSource, TimerKind, Timestamp, milliseconds};
use crate::scheduling::{EffectivePriority, EnqueueOrder, QueueId};

/// A timer that has not fired.
#[derive(Clone, Debug)]
pub struct PendingTimer {
    /// Who started it.
    pub kind: TimerKind,
    /// When it fires.
    pub due: Timestamp,
    /// Where it was started.
    pub origin: Option<Location>,
}

/// A scheduler task queue that is not empty.
#[derive(Clone, Debug)]
pub struct PendingQueue {
    /// The queue.
    pub queue: QueueId,
    /// What it is compared with other queues by.
    pub effective_priority: EffectivePriority,
    /// How many tasks wait in it.
    pub length: usize,
    /// The age of its first task.
    pub oldest: EnqueueOrder,
    /// When its first task was queued, in whole milliseconds; unless nobody asked for that with [`EventLoop::note_times`].
    pub queued_at: Option<Timestamp>,
    /// Where its first task was posted.
    pub origin: Option<Location>,
}

/// Everything that waits.
#[derive(Clone, Debug)]
pub struct Pending {
    /// When this was asked.
    pub now: Timestamp,
    /// Scheduler task queues that are not empty, in the order in which their first tasks would run.
    pub queues: Vec<PendingQueue>,
    /// How many tasks wait in each of the other task sources that has any.
    pub sources: Vec<(TaskSource, usize)>,
    /// Timers, the next one first.
    pub timers: Vec<PendingTimer>,
    /// How many idle callbacks wait.
    pub idle: usize,
}

impl EventLoop {
    /// Where the scheduler task was posted that would run first among its kind. O(1).
    #[must_use]
    pub fn next_scheduler_task_origin(&self) -> Option<Location> {
        let origin = self.scheduler_tasks.borrow().first().and_then(|task| task.origin());
        self.location(origin?)
    }

    /// Lists what waits. O(n log n) in the number of queues and timers.
    #[must_use]
    pub fn pending(&self) -> Pending {
        let locate = |origin: Option<super::Origin>| origin.and_then(|origin| self.location(origin));
        let queues = self.scheduler_tasks.borrow();
        let mut pending: Vec<PendingQueue> = queues
            .non_empty()
            .map(|(next, length, task)| PendingQueue {
                queue: next.queue,
                effective_priority: next.effective_priority,
                length,
                oldest: next.enqueue_order,
                queued_at: task.queued_at(),
                origin: locate(task.origin()),
            })
            .collect();
        pending.sort_by_key(|queue| (std::cmp::Reverse(queue.effective_priority), queue.oldest));
        let timers = self.timers.borrow().list();
        Pending {
            now: self.now(),
            queues: pending,
            sources: self.sources.borrow().lengths().collect(),
            timers: timers
                .into_iter()
                .map(|(due, kind, origin)| PendingTimer { kind, due, origin: locate(origin) })
                .collect(),
            idle: self.idle.borrow().len(),
        }
    }
}

/// So many timers are listed one by one.
const TIMERS_SHOWN: usize = 10;

impl fmt::Display for Pending {
    /// A line for each thing that waits; nothing if nothing does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Vec::new();
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        for level in (0..EffectivePriority::COUNT).rev() {
            let queues = self.queues.iter().filter(|queue| queue.effective_priority.index() == level);
            let count: usize = queues.clone().map(|queue| queue.length).sum();
            let Some(first) = queues.min_by_key(|queue| queue.oldest) else { continue };
            let (priority, kind) = (first.effective_priority.priority(), first.effective_priority.kind());
            let posted = first.origin.as_ref().map(|place| format!(", the oldest posted at {place}"));
            lines.push(format!("{count} {priority} {kind}{}{}", plural(count), posted.unwrap_or_default()));
        }
        for (source, count) in &self.sources {
            lines.push(format!("{count} {} task{}", source.as_str(), plural(*count)));
        }
        for timer in self.timers.iter().take(TIMERS_SHOWN) {
            let due = milliseconds(timer.due.duration_since(self.now));
            let set = timer.origin.as_ref().map(|place| format!(", set at {place}"));
            lines.push(format!("{}, due in {} ms{}", timer.kind.as_str(), due.round(), set.unwrap_or_default()));
        }
        if let Some(more) = self.timers.len().checked_sub(TIMERS_SHOWN).filter(|&more| more > 0) {
            lines.push(format!("{more} more timer{}", plural(more)));
        }
        if self.idle > 0 {
            lines.push(format!("{} idle callback{}", self.idle, plural(self.idle)));
        }
        f.write_str(&lines.join("\n"))
    }
}
