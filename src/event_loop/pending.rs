//! What waits in an event loop, for people: the answer to "why does it not end?".

use std::cmp::Reverse;
use std::fmt;

use super::event_loop::EventLoop;
use super::origin::Location;
use super::task_source::TaskSource;
use super::time::{Timestamp, milliseconds};
use super::work::{Work, WorkId, WorkKind};
use crate::scheduling::{EffectivePriority, EnqueueOrder, QueueId};

/// Where work waits that is ready to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PendingQueue {
    /// A scheduler task queue.
    Scheduler {
        /// The queue.
        queue: QueueId,
        /// What it is compared with other queues by.
        effective_priority: EffectivePriority,
    },
    /// The queue of a task source.
    Source(TaskSource),
    /// Timers of one kind whose time has come. Their steps queue tasks.
    DueTimer,
    /// The list of idle callbacks.
    IdleCallbacks,
}

/// Work that is ready to run.
#[derive(Clone, Debug)]
pub struct PendingWork {
    /// Where it waits.
    pub queue: PendingQueue,
    /// How many pieces of work wait there.
    pub length: usize,
    /// The number of the one that runs first.
    pub first: WorkId,
    /// What that one does.
    pub kind: WorkKind,
    /// Where the program asked for it.
    pub location: Option<Location>,
    age: Option<EnqueueOrder>,
}

/// A timer that has not fired.
#[derive(Clone, Debug)]
pub struct PendingTimer {
    /// The number of the work that it delays.
    pub work: WorkId,
    /// What that work does.
    pub kind: WorkKind,
    /// When it fires.
    pub due: Timestamp,
    /// Where the program set it.
    pub location: Option<Location>,
}

/// Everything that waits.
#[derive(Clone, Debug)]
pub struct Pending {
    /// When this was asked.
    pub now: Timestamp,
    /// What is ready, in the order in which the default policy would run the first of each queue.
    pub ready: Vec<PendingWork>,
    /// Timers that have not fired, the next one first. Those that are due are among `ready` as well.
    pub timers: Vec<PendingTimer>,
}

impl PendingWork {
    /// What the default policy compares: smaller runs first.
    fn rank(&self) -> (Reverse<u8>, Option<EnqueueOrder>) {
        // Plain tasks compete with user-visible tasks, whose effective priority is 2, by age. Idle callbacks are last.
        const PLAIN: u8 = 3;
        let level = match self.queue {
            PendingQueue::Scheduler { effective_priority, .. } => effective_priority.get() + 1,
            PendingQueue::Source(_) | PendingQueue::DueTimer => PLAIN,
            PendingQueue::IdleCallbacks => 0,
        };
        (Reverse(level), self.age)
    }
}

impl EventLoop {
    /// Lists what waits. O(n log n) in the number of queues and timers.
    #[must_use]
    pub fn pending(&self) -> Pending {
        let now = self.now();
        let timers = self.waiting.timers.borrow().list();
        let mut ready = self.pending_tasks();
        for timer in timers.iter().filter(|timer| timer.due <= now) {
            let age = Some(timer.place.unwrap_or(EnqueueOrder::LAST));
            let is_like = |last: &PendingWork| {
                last.queue == PendingQueue::DueTimer
                    && last.kind == timer.work.kind
                    && (last.age == Some(EnqueueOrder::LAST)) == timer.place.is_none()
            };
            match ready.last_mut().filter(|last| is_like(last)) {
                Some(last) => last.length += 1,
                None => ready.push(self.pending_work(PendingQueue::DueTimer, 1, timer.work, age)),
            }
        }
        {
            let idle = self.waiting.idle.borrow();
            let first = idle.first();
            ready.extend(first.map(|work| self.pending_work(PendingQueue::IdleCallbacks, idle.len(), work, None)));
        }
        ready.sort_by_key(PendingWork::rank);
        let timers = timers.iter().map(|timer| PendingTimer {
            work: timer.work.id,
            kind: timer.work.kind,
            due: timer.due,
            location: timer.work.origin.and_then(|origin| self.location(origin)),
        });
        Pending { now, ready, timers: timers.collect() }
    }

    fn pending_tasks(&self) -> Vec<PendingWork> {
        let tasks = self.waiting.scheduler_tasks.borrow();
        let scheduler = tasks.queues.non_empty().map(|(next, length, task)| {
            let queue = PendingQueue::Scheduler { queue: next.queue, effective_priority: next.effective_priority };
            self.pending_work(queue, length, task.work(), Some(next.enqueue_order))
        });
        let sources = self.waiting.sources.borrow();
        let plain = TaskSource::ALL.into_iter().filter_map(|source| {
            let (task, length) = sources.front(source)?;
            Some(self.pending_work(PendingQueue::Source(source), length, task.work, Some(task.order)))
        });
        scheduler.chain(plain).collect()
    }

    fn pending_work(&self, queue: PendingQueue, length: usize, work: Work, age: Option<EnqueueOrder>) -> PendingWork {
        let location = work.origin.and_then(|origin| self.location(origin));
        PendingWork { queue, length, first: work.id, kind: work.kind, location, age }
    }
}

/// At most this many timers are listed one by one.
const TIMERS_SHOWN: usize = 10;

impl fmt::Display for Pending {
    /// A line for each thing that waits; nothing if nothing does.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: usize| if count == 1 { "" } else { "s" };
        let mut lines = self.levels();
        for work in &self.ready {
            if let PendingQueue::Source(source) = work.queue {
                let place =
                    work.location.as_ref().map(|place| format!(", the oldest {} at {place}", work.kind.asked()));
                let name = source.as_str();
                lines.push(format!("{} {name} task{}{}", work.length, plural(work.length), place.unwrap_or_default()));
            }
        }
        for timer in self.timers.iter().take(TIMERS_SHOWN) {
            let due = milliseconds(timer.due.duration_since(self.now));
            let set = timer.location.as_ref().map(|place| format!(", set at {place}"));
            lines.push(format!("{}, due in {} ms{}", timer.kind.timer_name(), due.round(), set.unwrap_or_default()));
        }
        if let Some(more) = self.timers.len().checked_sub(TIMERS_SHOWN).filter(|&more| more > 0) {
            lines.push(format!("{more} more timer{}", plural(more)));
        }
        if let Some(idle) = self.ready.iter().find(|work| work.queue == PendingQueue::IdleCallbacks) {
            let first = idle.location.as_ref().map(|place| format!(", the first requested at {place}"));
            let callbacks = plural(idle.length);
            lines.push(format!("{} idle callback{callbacks}{}", idle.length, first.unwrap_or_default()));
        }
        f.write_str(&lines.join("\n"))
    }
}

impl Pending {
    /// A line for each effective priority at which tasks wait, the highest first.
    fn levels(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for level in (0..EffectivePriority::COUNT).rev() {
            let queues = self.ready.iter().filter_map(|work| match work.queue {
                PendingQueue::Scheduler { effective_priority, .. } if effective_priority.index() == level => {
                    Some((work, effective_priority))
                }
                _ => None,
            });
            let count: usize = queues.clone().map(|(work, _)| work.length).sum();
            let Some((first, level)) = queues.min_by_key(|(work, _)| work.age) else { continue };
            let posted = first.location.as_ref().map(|place| format!(", the oldest posted at {place}"));
            let (priority, kind, plural) = (level.priority(), level.kind(), if count == 1 { "" } else { "s" });
            lines.push(format!("{count} {priority} {kind}{plural}{}", posted.unwrap_or_default()));
        }
        lines
    }
}
