//! What is known about a piece of work.

use std::rc::Rc;

use posttask::event_loop::{Timestamp, WorkId, WorkKind};
use posttask::scheduling::{EffectivePriority, QueueKind, TaskPriority};
use posttask::trace::ScheduledWork;

use super::point::Point;

/// What is known about a piece of work.
#[derive(Clone, Debug)]
pub(super) struct KnownWork {
    pub(super) what: Rc<ScheduledWork>,
    /// The work whose rest a continuation is.
    pub(super) root: Option<Rc<ScheduledWork>>,
    /// When it was queued.
    pub(super) ready: Option<Point>,
    /// How many others had been queued before. A timer without a delay takes its place when it is set.
    pub(super) age: Option<u64>,
    /// When its code was last called: when it started, or continued after an `await`.
    pub(super) active: Point,
    /// When its timer is due, if it has one that has not been cleared.
    pub(super) due: Option<Timestamp>,
    /// Whether that timer has fired.
    pub(super) has_fired: bool,
    pub(super) has_started: bool,
    /// How often it and the continuations that belong to it have started.
    pub(super) own_starts: u64,
}

impl KnownWork {
    /// Creates work that has just been scheduled.
    pub(super) fn new(what: Rc<ScheduledWork>, root: Option<Rc<ScheduledWork>>, now: Point) -> Self {
        let (has_fired, has_started) = (false, false);
        Self { what, root, ready: None, age: None, active: now, due: None, has_fired, has_started, own_starts: 0 }
    }

    /// The work that it belongs to: that whose rest it is, or itself.
    pub(super) fn task(&self) -> &Rc<ScheduledWork> {
        self.root.as_ref().unwrap_or(&self.what)
    }

    /// The number of the work that it belongs to.
    pub(super) fn task_id(&self) -> WorkId {
        self.task().work
    }

    pub(super) fn is_continuation(&self) -> bool {
        self.what.kind == WorkKind::Continuation
    }

    /// Whether it waits in a queue of scheduler tasks.
    pub(super) fn is_scheduler_task(&self) -> bool {
        matches!(self.what.kind, WorkKind::Task | WorkKind::Continuation)
    }

    /// Whether it waits in a queue, now that it has been queued. No work must wait for an idle callback, and it for
    /// none, until its timeout queues it as a task.
    pub(super) fn is_queued(&self) -> bool {
        self.ready.is_some() && !self.has_started && (self.what.kind != WorkKind::IdleCallback || self.has_fired)
    }

    /// Its effective priority if it has this priority. Other work than scheduler tasks has that of a user-visible task,
    /// except idle callbacks, which have none.
    pub(super) fn level(&self, priority: Option<TaskPriority>) -> Option<EffectivePriority> {
        if self.what.kind == WorkKind::IdleCallback && !self.has_fired {
            return None;
        }
        let queue = if self.is_continuation() { QueueKind::Continuations } else { QueueKind::Tasks };
        Some(EffectivePriority::new(priority.unwrap_or(TaskPriority::UserVisible), queue))
    }
}
