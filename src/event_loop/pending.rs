//! What waits in an event loop, for people: the answer to "why does it not end?".

use std::cmp::Reverse;

use super::event_loop::{EventLoop, TimerSteps};
use super::origin::Location;
use super::task_source::TaskSource;
use super::time::Timestamp;
use super::timers::TimerInfo;
use super::work::{Work, WorkId, WorkKind};
use crate::scheduling::{EffectivePriority, EnqueueOrder, QueueId, TaskPriority};

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
    DueTimers {
        /// The priority of those tasks, if they are for a scheduler.
        priority: Option<TaskPriority>,
    },
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
    /// The one that runs first.
    pub first: Work,
    /// Where the program asked for that one.
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
    fn rank(&self) -> (Reverse<Option<EffectivePriority>>, Option<EnqueueOrder>) {
        // Plain tasks compete with user-visible tasks by age. Idle callbacks have no level and run last.
        let level = match self.queue {
            PendingQueue::Scheduler { effective_priority, .. } => Some(effective_priority),
            PendingQueue::DueTimers { priority: Some(priority) } => Some(EffectivePriority::new(priority, false)),
            PendingQueue::Source(_) | PendingQueue::DueTimers { priority: None } => {
                Some(EffectivePriority::new(TaskPriority::UserVisible, false))
            }
            PendingQueue::IdleCallbacks => None,
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
        let due: Vec<&TimerInfo> = timers.iter().filter(|timer| timer.due <= now).collect();
        let mut ready = self.pending_tasks();
        ready.extend(self.due_timers(&due));
        ready.extend(self.pending_idle_callbacks(&due));
        ready.sort_by_key(PendingWork::rank);
        let timers = timers.iter().map(|timer| PendingTimer {
            work: timer.work.id,
            kind: timer.work.kind,
            due: timer.due,
            location: self.location_of(timer.work),
        });
        Pending { now, ready, timers: timers.collect() }
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
            self.pending_work(queue, length, task.work(), Some(next.enqueue_order))
        });
        let sources = self.waiting.sources.borrow();
        let plain = TaskSource::ALL.into_iter().filter_map(|source| {
            let (task, length) = sources.front(source)?;
            Some(self.pending_work(PendingQueue::Source(source), length, task.work, Some(task.order)))
        });
        scheduler.chain(plain).collect()
    }

    /// The timers that are due, those of one kind and priority together.
    fn due_timers(&self, due: &[&TimerInfo]) -> Vec<PendingWork> {
        let timers = self.waiting.timers.borrow();
        let mut rows: Vec<PendingWork> = Vec::new();
        for timer in due {
            let priority = match timers.steps(timer.id) {
                Some(TimerSteps::Enqueue(task)) => Some(task.priority()),
                _ => None,
            };
            let queue = PendingQueue::DueTimers { priority };
            // A timer with a delay takes its place behind all tasks when it fires.
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

    /// Idle callbacks but for those whose timeouts are due: these run as tasks.
    fn pending_idle_callbacks(&self, due: &[&TimerInfo]) -> Option<PendingWork> {
        let idle = self.waiting.idle.borrow();
        let mut works = idle.works().filter(|work| due.iter().all(|timer| timer.work.id != work.id));
        let first = works.next()?;
        Some(self.pending_work(PendingQueue::IdleCallbacks, works.count() + 1, first, None))
    }
}
