//! The current work of an event loop, its continuation state, and whether JavaScript is on the stack.

use std::cell::Cell;

use super::carried_values::Carried;
use super::continuation_state::ContinuationState;
use super::guard::{Restore, RestoreCopy, replace_while, set_while};
use super::origin::Origin;
use super::work::{Work, WorkKind};

/// The state of an event loop that is only set while something runs. Guards restore the previous values.
#[derive(Default)]
pub(super) struct Current {
    continuation_state: Cell<Option<ContinuationState>>,
    carried: Cell<Carried>,
    running: Cell<Running>,
    /// The origin of the task that the running promise job continues, or that the last promise job of this piece of
    /// work continued: a job rejects its promise after its continuation state has been left.
    job_origin: Cell<Option<Origin>>,
    /// The number of calls from the host into JavaScript that are on the stack.
    calls: Cell<usize>,
    /// Whether the cleanup job of a finalization registry is being polled.
    finalizing: Cell<bool>,
}

/// The running piece of work.
#[derive(Clone, Copy, Default)]
struct Running {
    work: Option<Work>,
    timer_nesting_level: u32,
}

impl Current {
    /// Calls `read`, which must not run JavaScript, with the current continuation state.
    fn with_state<R>(&self, read: impl FnOnce(&Option<ContinuationState>) -> R) -> R {
        let state = self.continuation_state.take();
        let result = read(&state);
        self.continuation_state.set(state);
        result
    }

    pub(super) fn continuation_state(&self) -> Option<ContinuationState> {
        self.with_state(Option::clone)
    }

    /// Makes `state` the current continuation state until the guard is dropped.
    pub(super) fn enter_state(&self, state: Option<ContinuationState>) -> impl Drop {
        replace_while(&self.continuation_state, state)
    }

    pub(super) fn carried(&self) -> Carried {
        let carried = self.carried.take();
        self.carried.set(carried.clone());
        carried
    }

    /// Makes these the current values until the guard is dropped.
    pub(super) fn set_carried(&self, carried: Carried) {
        self.carried.set(carried);
    }

    pub(super) fn enter_carried(&self, carried: Carried) -> Restore<'_, Carried> {
        replace_while(&self.carried, carried)
    }

    /// Replaces the current continuation state, until the guard that is active is dropped.
    pub(super) fn replace_state(&self, state: Option<ContinuationState>) {
        drop(self.continuation_state.replace(state));
    }

    pub(super) fn work(&self) -> Option<Work> {
        self.running.get().work
    }

    /// Makes `work` the current work until the guard is dropped. Nested timers set their nesting level afterwards.
    pub(super) fn enter_work(&self, work: Work) -> impl Drop {
        self.job_origin.set(None);
        set_while(&self.running, Running { work: Some(work), timer_nesting_level: 0 })
    }

    /// Like `enter_work`, for a microtask checkpoint: it is part of the running task, so the nesting level stays.
    pub(super) fn enter_checkpoint(&self, work: Work) -> impl Drop {
        set_while(&self.running, Running { work: Some(work), ..self.running.get() })
    }

    /// Sets the origin for a promise job that starts; `None` at the start of each microtask.
    pub(super) fn set_job_origin(&self, origin: Option<Origin>) {
        self.job_origin.set(origin);
    }

    /// The kind and the origin of the running work, or of the task whose continuation runs.
    pub(super) fn origin(&self) -> Option<(WorkKind, Origin)> {
        let state_origin = self.with_state(|state| state.as_ref().and_then(ContinuationState::origin));
        let posted = state_origin.or(self.job_origin.get());
        let asked = || self.work().and_then(|work| Some((work.kind, work.origin?)));
        posted.map(|origin| (WorkKind::Task, origin)).or_else(asked)
    }

    /// Marks a call from the host into JavaScript until the guard is dropped.
    pub(super) fn enter_javascript(&self) -> RestoreCopy<'_, usize> {
        set_while(&self.calls, self.calls.get() + 1)
    }

    pub(super) fn is_in_javascript(&self) -> bool {
        self.calls.get() > 0
    }

    pub(super) fn enter_finalization(&self) -> RestoreCopy<'_, bool> {
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
