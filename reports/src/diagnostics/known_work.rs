//! What is known about a piece of work.

use std::rc::Rc;

use posttask::event_loop::{Scheduled, WorkId, WorkKind};

use super::point::Point;

/// What is known about a piece of work.
#[derive(Clone, Debug)]
pub(super) struct KnownWork {
    pub(super) what: Rc<Scheduled>,
    /// The work whose rest a continuation is.
    pub(super) root: Option<Rc<Scheduled>>,
    /// When it was queued.
    pub(super) ready: Option<Point>,
    /// When its code was last called: when it started, or continued after an `await`.
    pub(super) active: Point,
    pub(super) has_started: bool,
    /// How often it and the continuations that belong to it have started.
    pub(super) own_starts: u64,
}

impl KnownWork {
    /// Creates work that has just been scheduled.
    pub(super) fn new(what: Rc<Scheduled>, root: Option<Rc<Scheduled>>, now: Point) -> Self {
        Self { what, root, ready: None, active: now, has_started: false, own_starts: 0 }
    }

    /// The work that it belongs to: that whose rest it is, or itself.
    pub(super) fn task(&self) -> &Rc<Scheduled> {
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
}
