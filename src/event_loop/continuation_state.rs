//! The state that travels with a task's continuations, as far as the event loop must know it: opaque, keyed by scheduler.

use std::cell::Cell;

use boa_engine::JsData;
use boa_gc::{Finalize, Gc, GcErased, Trace};

use super::origin::Origin;

/// Names a `Scheduler` within its event loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub struct SchedulerId(u32);

impl SchedulerId {
    pub(super) fn take(next: &Cell<u32>) -> Self {
        Self(next.replace(next.get() + 1))
    }
}

/// A continuation state: what a scheduler left for the continuations of its task.
///
/// The newer revision of the specification makes it a map from `Scheduler` to scheduling state. Every algorithm that sets
/// a state starts from an empty map, so a map never has more than one entry, and one entry is what is kept.
#[derive(Clone, Debug, Trace, Finalize, JsData)]
pub struct ContinuationState {
    scheduler: SchedulerId,
    /// Where the task was posted whose continuations carry this. For people: no algorithm looks at it.
    origin: Option<Origin>,
    state: GcErased,
}

impl ContinuationState {
    /// The map with one entry, `state` for `scheduler`, of a task that was posted at `origin`.
    #[must_use]
    pub fn new<T: Trace>(scheduler: SchedulerId, origin: Option<Origin>, state: Gc<T>) -> Self {
        Self { scheduler, origin, state: GcErased::new(state) }
    }

    /// Where the task was posted.
    #[must_use]
    pub const fn origin(&self) -> Option<Origin> {
        self.origin
    }

    /// The entry of `scheduler`. A state set by another scheduler is never seen.
    #[must_use]
    pub fn get<T: Trace>(&self, scheduler: SchedulerId) -> Option<Gc<T>> {
        (self.scheduler == scheduler).then(|| self.state.clone().downcast())?
    }
}
