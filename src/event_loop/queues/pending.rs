//! A list of the waiting work of an event loop, which answers the question "why does it not end?".

use std::cmp::Reverse;

use super::timers::TimerInfo;
use super::waiting_work::{Kinds, WaitingWork};
use crate::agents::AgentId;
use crate::event_loop::origins::{Location, Locations};
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::{TaskSource, Work, WorkId, WorkKind};
use crate::scheduling::{EffectivePriority, EnqueueOrder, QueueId, QueueKind, TaskPriority};

/// The queue of work that is ready to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PendingQueue {
    /// A scheduler task queue.
    Scheduler {
        /// The queue.
        queue: QueueId,
        /// The effective priority of the queue.
        effective_priority: EffectivePriority,
    },
    /// The queue of a task source.
    Source(TaskSource),
    /// Timers of one kind that are due. Their steps queue tasks.
    DueTimers {
        /// The priority of those tasks, if they are scheduler tasks.
        priority: Option<TaskPriority>,
    },
    /// The list of idle callbacks.
    IdleCallbacks,
}

/// Work that is ready to run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PendingWork {
    /// The queue that it waits in.
    pub queue: PendingQueue,
    /// The number of pieces of work in the queue.
    pub length: usize,
    /// The first work of the queue.
    pub first: Work,
    /// Where the first work was scheduled, in JavaScript or by `post_task` or `spawn` in Rust; `None` if that is
    /// unknown.
    pub location: Option<Location>,
    age: Option<EnqueueOrder>,
}

/// A worker that has work, or that is suspended.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PendingWorker {
    /// Its number.
    pub agent: AgentId,
    /// The worker, such as `worker w.js, created at main.js:1:16`.
    pub description: String,
    /// When its next timer fires, by the clock of the program; `None` if it has work that is ready, or that other
    /// threads make ready.
    pub due: Option<Timestamp>,
    /// The call of `Atomics.wait` that suspends it; `None` if it is not suspended.
    pub wait: Option<PendingWait>,
    /// Its own list, by its clock; `None` if its script has not run.
    pub pending: Option<Box<Pending>>,
}

/// A call of `Atomics.wait` that suspends a worker.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PendingWait {
    /// Where it is; `None` if that is unknown.
    pub location: Option<Location>,
    /// Whether it ends only if another agent notifies it: it has no timeout, and nobody has done so.
    pub is_endless: bool,
}

impl PendingWait {
    pub(crate) fn new(location: Option<Location>, is_endless: bool) -> Self {
        Self { location, is_endless }
    }
}

/// A timer that has not fired.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PendingTimer {
    /// The number of the work that it delays.
    pub work: WorkId,
    /// The kind of that work.
    pub kind: WorkKind,
    /// When it fires.
    pub due: Timestamp,
    /// Whether the loop does not end before it fires. That of an `AbortSignal.timeout()` that nobody observes does not
    /// keep the loop alive.
    pub keeps_alive: bool,
    /// Where it was set, in JavaScript or by `post_task` or `spawn` in Rust; `None` if that is unknown.
    pub location: Option<Location>,
}

/// Work that something else makes ready: another thread, such as a request over the network, or a future that is
/// spawned. A future is listed here until it has ended, also while a task that polls it is ready or delayed.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PendingElsewhere {
    /// The number of the work.
    pub work: WorkId,
    /// Its kind.
    pub kind: WorkKind,
    /// Where it was asked for, in JavaScript or by `spawn` in Rust; `None` if that is unknown.
    pub location: Option<Location>,
}

/// All waiting work of an event loop.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Pending {
    /// The time at which the list was made.
    pub now: Timestamp,
    /// Work that is ready, by queue, in the order in which the default policy would run the first work of each queue.
    pub ready: Vec<PendingWork>,
    /// Timers that have not fired, the next one first. Timers that are due are also in `ready`.
    pub timers: Vec<PendingTimer>,
    /// Work that something else makes ready, oldest first.
    pub elsewhere: Vec<PendingElsewhere>,
    /// The number of calls and tasks that other threads have delivered and that the loop has not taken yet.
    pub delivered: usize,
    /// The number of microtasks that wait for the next checkpoint.
    pub microtasks: usize,
    /// The number of callbacks of Node's `process.nextTick` that wait for it.
    pub ticks: usize,
    /// Where [`Remote::keep_alive`](crate::event_loop::Remote::keep_alive) was called, for each value that still
    /// exists.
    pub kept_alive: Vec<Location>,
    /// The workers that have work, oldest first.
    pub workers: Vec<PendingWorker>,
}

impl PendingWork {
    fn new(queue: PendingQueue, length: usize, first: Work, age: Option<EnqueueOrder>, locations: &Locations) -> Self {
        Self { queue, length, first, location: locations.of(first.origin), age }
    }

    /// The sort key, in the order of the default policy: smaller runs first.
    fn rank(&self) -> (Reverse<Option<EffectivePriority>>, Option<EnqueueOrder>) {
        // Plain tasks compete with user-visible tasks by age. Idle callbacks have no level and run last.
        let level = match self.queue {
            PendingQueue::Scheduler { effective_priority, .. } => Some(effective_priority),
            PendingQueue::DueTimers { priority: Some(priority) } => {
                Some(EffectivePriority::new(priority, QueueKind::Tasks))
            }
            PendingQueue::Source(_) | PendingQueue::DueTimers { priority: None } => {
                Some(EffectivePriority::new(TaskPriority::UserVisible, QueueKind::Tasks))
            }
            PendingQueue::IdleCallbacks => None,
        };
        (Reverse(level), self.age)
    }
}

impl<K: Kinds> WaitingWork<K> {
    /// Lists the work that is ready, in the order in which the default policy would run it, and the timers.
    pub(crate) fn pending(&self, now: Timestamp, locations: &Locations) -> (Vec<PendingWork>, Vec<PendingTimer>) {
        let timers = self.timers.borrow().list();
        let due: Vec<&TimerInfo> = timers.iter().filter(|timer| timer.due <= now).collect();
        let mut ready = self.pending_tasks(locations);
        ready.extend(self.due_timers(&due, locations));
        ready.extend(self.pending_idle_callbacks(&due, locations));
        ready.sort_by_key(PendingWork::rank);
        let timers = timers.iter().map(|timer| PendingTimer {
            work: timer.work.id,
            kind: timer.work.kind,
            due: timer.due,
            keeps_alive: timer.keeps_alive,
            location: locations.of(timer.work.origin),
        });
        (ready, timers.collect())
    }

    fn pending_tasks(&self, locations: &Locations) -> Vec<PendingWork> {
        let tasks = self.scheduler_tasks.borrow();
        let scheduler = tasks.queues.non_empty().map(|(next, length, task)| {
            let queue = PendingQueue::Scheduler { queue: next.queue, effective_priority: next.effective_priority };
            PendingWork::new(queue, length, K::work(task), Some(next.enqueue_order), locations)
        });
        let sources = self.sources.borrow();
        let plain = sources.waiting().filter_map(|(source, ..)| {
            let (task, length) = sources.front(source)?;
            Some(PendingWork::new(PendingQueue::Source(source), length, task.work, Some(task.order), locations))
        });
        scheduler.chain(plain).collect()
    }

    /// The timers that are due, grouped by kind and priority.
    fn due_timers(&self, due: &[&TimerInfo], locations: &Locations) -> Vec<PendingWork> {
        let timers = self.timers.borrow();
        let mut rows: Vec<PendingWork> = Vec::new();
        for timer in due {
            let priority = timers.steps(timer.id).and_then(K::delayed_priority);
            let queue = PendingQueue::DueTimers { priority };
            // A timer with a delay takes its place after all tasks when it fires.
            let age = Some(timer.place.unwrap_or(EnqueueOrder::LAST));
            let is_like = |row: &&mut PendingWork| {
                let has_place = row.age != Some(EnqueueOrder::LAST);
                row.queue == queue && row.first.kind == timer.work.kind && has_place == timer.place.is_some()
            };
            match rows.iter_mut().find(is_like) {
                Some(row) => row.length += 1,
                None => rows.push(PendingWork::new(queue, 1, timer.work, age, locations)),
            }
        }
        rows
    }

    /// Idle callbacks, except those whose timeouts are due: these run as tasks.
    fn pending_idle_callbacks(&self, due: &[&TimerInfo], locations: &Locations) -> Option<PendingWork> {
        let idle = self.idle.borrow();
        let mut works = idle.works().filter(|work| due.iter().all(|timer| timer.work.id != work.id));
        let first = works.next()?;
        Some(PendingWork::new(PendingQueue::IdleCallbacks, works.count() + 1, first, None, locations))
    }
}
