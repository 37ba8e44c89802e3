//! A list of the waiting work of an event loop, which answers the question "why does it not end?".

use std::cmp::Reverse;

use crate::event_loop::event_loop::{EventLoop, TimerSteps};
use crate::event_loop::origins::Location;
use crate::event_loop::queues::TimerInfo;
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
    /// Where [`Remote::keep_alive`](crate::event_loop::Remote::keep_alive) was called, for each value that still
    /// exists.
    pub kept_alive: Vec<Location>,
}

impl PendingWork {
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

impl EventLoop {
    /// Lists the waiting work. O(n log n) in the number of queues and timers.
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use posttask::{Runtime, SourceKind};
    ///
    /// let mut runtime = Runtime::builder().virtual_time().build()?;
    /// runtime.start_source("setInterval(() => {}, 100)", Path::new("app.js"), SourceKind::Script);
    /// runtime.run_until_idle();
    /// let pending = runtime.event_loop().pending();
    /// let place = pending.timers[0].location.as_ref().expect("a program set the timer");
    /// assert_eq!(place.to_string(), "app.js:1:12");
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub fn pending(&self) -> Pending {
        let now = self.now();
        let timers = self.waiting.timers.borrow().list();
        let due: Vec<&TimerInfo> = timers.iter().filter(|timer| timer.due <= now).collect();
        let mut ready = self.pending_tasks();
        ready.extend(self.due_timers(&due));
        ready.extend(self.pending_idle_callbacks(&due));
        ready.sort_by_key(PendingWork::rank);
        let timers = timers.iter().map(|timer| PendingTimer {
            work: timer.work.id,
            kind: timer.work.kind,
            due: timer.due,
            keeps_alive: timer.keeps_alive,
            location: self.location_of(timer.work),
        });
        let elsewhere = self.connections.elsewhere().into_iter().map(|work| PendingElsewhere {
            work: work.id,
            kind: work.kind,
            location: self.location_of(work),
        });
        let kept_alive = self.connections.remote().holders().into_iter().map(Location::from).collect();
        Pending {
            now,
            ready,
            timers: timers.collect(),
            elsewhere: elsewhere.collect(),
            delivered: self.connections.remote().deliveries(),
            microtasks: self.jobs.microtasks.len(),
            kept_alive,
        }
    }

    fn location_of(&self, work: Work) -> Option<Location> {
        work.origin.and_then(|origin| self.location(origin))
    }

    fn pending_work(&self, queue: PendingQueue, length: usize, first: Work, age: Option<EnqueueOrder>) -> PendingWork {
        PendingWork { queue, length, first, location: self.location_of(first), age }
    }

    fn pending_tasks(&self) -> Vec<PendingWork> {
        let tasks = self.waiting.scheduler_tasks.borrow();
        let scheduler = tasks.queues.non_empty().map(|(next, length, task)| {
            let queue = PendingQueue::Scheduler { queue: next.queue, effective_priority: next.effective_priority };
            self.pending_work(queue, length, *task.work(), Some(next.enqueue_order))
        });
        let sources = self.waiting.sources.borrow();
        let plain = sources.waiting().filter_map(|(source, _)| {
            let (task, length) = sources.front(source)?;
            Some(self.pending_work(PendingQueue::Source(source), length, task.work, Some(task.order)))
        });
        scheduler.chain(plain).collect()
    }

    /// The timers that are due, grouped by kind and priority.
    fn due_timers(&self, due: &[&TimerInfo]) -> Vec<PendingWork> {
        let timers = self.waiting.timers.borrow();
        let mut rows: Vec<PendingWork> = Vec::new();
        for timer in due {
            let priority = match timers.steps(timer.id) {
                Some(TimerSteps::Enqueue(task)) => Some(task.priority()),
                _ => None,
            };
            let queue = PendingQueue::DueTimers { priority };
            // A timer with a delay takes its place after all tasks when it fires.
            let age = Some(timer.place.unwrap_or(EnqueueOrder::LAST));
            let is_like = |row: &&mut PendingWork| {
                let has_place = row.age != Some(EnqueueOrder::LAST);
                row.queue == queue && row.first.kind == timer.work.kind && has_place == timer.place.is_some()
            };
            match rows.iter_mut().find(is_like) {
                Some(row) => row.length += 1,
                None => rows.push(self.pending_work(queue, 1, timer.work, age)),
            }
        }
        rows
    }

    /// Idle callbacks, except those whose timeouts are due: these run as tasks.
    fn pending_idle_callbacks(&self, due: &[&TimerInfo]) -> Option<PendingWork> {
        let idle = self.waiting.idle.borrow();
        let mut works = idle.works().filter(|work| due.iter().all(|timer| timer.work.id != work.id));
        let first = works.next()?;
        Some(self.pending_work(PendingQueue::IdleCallbacks, works.count() + 1, first, None))
    }
}
