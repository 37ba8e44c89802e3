//! What is current: the work that runs, its continuation state, and whether JavaScript is on the stack.

use std::cell::{Cell, RefCell};

use super::continuation_state::ContinuationState;
use super::guard::{Restore, set_while};
use super::origin::Origin;
use super::work::{Work, WorkKind};

/// Everything about an event loop that holds only while something runs. What was current before comes back through
/// guards.
#[derive(Default)]
pub(super) struct Current {
    continuation_state: RefCell<Option<ContinuationState>>,
    running: Cell<Running>,
    /// Where the promise job was posted that runs, or ran last in this piece of work. It rejects its promise when the
    /// continuation state that it was made with is no longer current.
    job_origin: Cell<Option<Origin>>,
    /// How many calls of the host into JavaScript are on the stack.
    calls: Cell<usize>,
    /// Whether the cleanup job of a finalization registry is being polled.
    finalizing: Cell<bool>,
}

/// A piece of work that runs.
#[derive(Clone, Copy, Default)]
struct Running {
    work: Option<Work>,
    timer_nesting_level: u32,
}

impl Current {
    pub(super) fn continuation_state(&self) -> Option<ContinuationState> {
        self.continuation_state.borrow().clone()
    }

    /// Makes a continuation state the current one for as long as the guard lives.
    pub(super) fn enter_state(&self, state: Option<ContinuationState>) -> impl Drop {
        RestoreState { cell: &self.continuation_state, previous: self.continuation_state.replace(state) }
    }

    pub(super) fn work(&self) -> Option<Work> {
        self.running.get().work
    }

    /// Makes a piece of work the current one for as long as the guard lives. A nested timer says so itself.
    pub(super) fn enter_work(&self, work: Work) -> impl Drop {
        self.job_origin.set(None);
        set_while(&self.running, Running { work: Some(work), timer_nesting_level: 0 })
    }

    /// The same for a microtask checkpoint, which is part of the task that runs.
    pub(super) fn enter_checkpoint(&self, work: Work) -> impl Drop {
        set_while(&self.running, Running { work: Some(work), ..self.running.get() })
    }

    /// Says where the promise job that begins was posted; `None` at the beginning of each microtask.
    pub(super) fn set_job_origin(&self, origin: Option<Origin>) {
        self.job_origin.set(origin);
    }

    /// What asked for the work that runs now, or whose continuation runs.
    pub(super) fn origin(&self) -> Option<(WorkKind, Origin)> {
        let state = self.continuation_state.borrow();
        let posted = state.as_ref().and_then(ContinuationState::origin).or(self.job_origin.get());
        let asked = || self.work().and_then(|work| Some((work.kind, work.origin?)));
        posted.map(|origin| (WorkKind::Task, origin)).or_else(asked)
    }

    /// Marks that the host calls into JavaScript for as long as the guard lives.
    pub(super) fn enter_javascript(&self) -> Restore<'_, usize> {
        set_while(&self.calls, self.calls.get() + 1)
    }

    pub(super) fn is_in_javascript(&self) -> bool {
        self.calls.get() > 0
    }

    pub(super) fn enter_finalization(&self) -> Restore<'_, bool> {
        set_while(&self.finalizing, true)
    }

    pub(super) fn is_finalizing(&self) -> bool {
        self.finalizing.get()
    }

    pub(super) fn timer_nesting_level(&self) -> u32 {
        self.running.get().timer_nesting_level
    }

    pub(super) fn set_timer_nesting_level(&self, timer_nesting_level: u32) {
        self.running.set(Running { timer_nesting_level, ..self.running.get() });
    }
}

struct RestoreState<'a> {
    cell: &'a RefCell<Option<ContinuationState>>,
    previous: Option<ContinuationState>,
}

impl Drop for RestoreState<'_> {
    fn drop(&mut self) {
        let left = self.cell.replace(self.previous.take());
        drop(left);
    }
}
