//! What is current: the work that runs, its continuation state, and whether JavaScript is on the stack.

use std::cell::{Cell, RefCell};

use super::continuation_state::ContinuationState;
use super::guard::{Restore, set_while};
use super::origin::Origin;
use super::work::{Work, WorkKind};

/// Everything about an event loop that holds only while something runs. Each part comes back through a guard.
#[derive(Default)]
pub(super) struct Current {
    continuation_state: RefCell<Option<ContinuationState>>,
    work: Cell<Option<Work>>,
    /// The origin of the state that the current promise job was made with. The job rejects its promise when the state
    /// itself is no longer current.
    job_origin: Cell<Option<Origin>>,
    /// How many calls of the host into JavaScript are on the stack.
    calls: Cell<usize>,
    timer_nesting_level: Cell<u32>,
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
        self.work.get()
    }

    /// Makes a piece of work the current one. It was not started by a nested timer unless it says so.
    pub(super) fn enter_work(&self, work: Work) -> (Restore<'_, Option<Work>>, Restore<'_, u32>) {
        (set_while(&self.work, Some(work)), set_while(&self.timer_nesting_level, 0))
    }

    pub(super) fn enter_checkpoint(&self, work: Work) -> Restore<'_, Option<Work>> {
        set_while(&self.work, Some(work))
    }

    pub(super) fn set_job_origin(&self, origin: Option<Origin>) {
        self.job_origin.set(origin);
    }

    /// What asked for the work that runs now, or whose continuation runs.
    pub(super) fn origin(&self) -> Option<(WorkKind, Origin)> {
        let state = self.continuation_state.borrow();
        let posted = state.as_ref().and_then(ContinuationState::origin).or_else(|| self.job_origin.get());
        let work = || self.work.get().and_then(|work| Some((work.kind, work.origin?)));
        posted.map(|origin| (WorkKind::Task, origin)).or_else(work)
    }

    /// Marks that the host calls into JavaScript for as long as the guard lives.
    pub(super) fn enter_javascript(&self) -> Restore<'_, usize> {
        set_while(&self.calls, self.calls.get() + 1)
    }

    pub(super) fn is_in_javascript(&self) -> bool {
        self.calls.get() > 0
    }

    pub(super) fn timer_nesting_level(&self) -> &Cell<u32> {
        &self.timer_nesting_level
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
