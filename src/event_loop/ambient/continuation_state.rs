//! Continuation states, as the event loop sees them: opaque values, keyed by scheduler.

use std::cell::Cell;
use std::num::NonZeroU64;

use boa_gc::{Finalize, Gc, GcErased, Trace};

use crate::event_loop::origins::Origin;
use crate::event_loop::work::WorkId;

/// Identifies a `Scheduler` within its event loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub(crate) struct SchedulerId(u32);

impl SchedulerId {
    pub(crate) fn take(next: &Cell<u32>) -> Self {
        Self(next.replace(next.get() + 1))
    }
}

/// A continuation state: the state that a scheduler passes to the continuations of its task.
///
/// In the newer revision of the specification, it is a map from `Scheduler` to scheduling state. Every algorithm that
/// sets a state starts from an empty map, so a map never has more than one entry. Only that entry is stored.
#[derive(Clone, Debug, Trace, Finalize)]
#[boa_gc(unsafe_no_drop)]
pub(crate) struct ContinuationState {
    scheduler: SchedulerId,
    /// Where the task that the state comes from was posted. Only shown in messages: no algorithm uses it.
    origin: Option<Origin>,
    /// The number of the task that the state comes from. Only observers use it. Each reaction of a promise has a copy
    /// of the state, so it is small.
    task: Option<NonZeroU64>,
    state: GcErased,
}

impl ContinuationState {
    /// Creates a map with one entry, `state` for `scheduler`, for a task that was posted at `origin`.
    #[must_use]
    pub(crate) fn new<T: Trace>(
        scheduler: SchedulerId,
        origin: Option<Origin>,
        task: Option<WorkId>,
        state: Gc<T>,
    ) -> Self {
        let task = task.and_then(|task| NonZeroU64::new(task.get()));
        Self { scheduler, origin, task, state: GcErased::new(state) }
    }

    /// The task that the state comes from, if any.
    #[must_use]
    pub(crate) fn task(&self) -> Option<WorkId> {
        self.task.map(|task| WorkId::new(task.get()))
    }

    /// Where the task was posted; `None` if that is unknown.
    #[must_use]
    pub(crate) const fn origin(&self) -> Option<Origin> {
        self.origin
    }

    /// The entry of `scheduler`; `None` if another scheduler set the state.
    #[must_use]
    pub(crate) fn get<T: Trace>(&self, scheduler: SchedulerId) -> Option<Gc<T>> {
        (self.scheduler == scheduler).then(|| self.state.clone().downcast())?
    }
}
