//! A [scheduling state](https://wicg.github.io/scheduling-apis/#scheduling-state): what aborts a task, and what gives it its priority.

use boa_gc::{Finalize, Gc, Trace};

use super::TaskSignal;
use crate::dom::AbortSignal;
use crate::event_loop::{ContinuationState, Origin, Request, SchedulerId, SchedulerQueue, WorkKind};
use crate::scheduling::TaskPriority;

/// The signal that gives a task its priority.
#[derive(Clone, Trace, Finalize)]
pub enum PrioritySource {
    /// A [fixed priority unabortable task signal]. Nobody can see such a signal, so its priority stands for it.
    ///
    /// [fixed priority unabortable task signal]: https://wicg.github.io/scheduling-apis/#create-a-fixed-priority-unabortable-task-signal
    Fixed(#[unsafe_ignore_trace] TaskPriority),
    /// A signal of the program.
    Signal(Gc<TaskSignal>),
}

impl PrioritySource {
    /// [Selects the scheduler task queue](https://wicg.github.io/scheduling-apis/#select-the-scheduler-task-queue).
    ///
    /// The specification has queues per scheduler. As the choice is made among all schedulers, by priority and then age,
    /// a queue per signal and six for fixed priorities give the same order.
    fn queue(&self, is_continuation: bool) -> SchedulerQueue<'_> {
        match self {
            Self::Fixed(priority) => SchedulerQueue { priority: *priority, is_continuation, own: None },
            Self::Signal(signal) => signal.queue(is_continuation),
        }
    }

    /// The priority at this moment.
    fn priority(&self) -> TaskPriority {
        match self {
            Self::Fixed(priority) => *priority,
            Self::Signal(signal) => signal.priority(),
        }
    }
}

/// A scheduling state whose sources are not one and the same signal.
#[derive(Trace, Finalize)]
pub struct Sources {
    abort_source: Option<Gc<AbortSignal>>,
    priority_source: PrioritySource,
}

/// A scheduling state. It travels with the continuations of the task it was made for.
#[derive(Clone, Trace, Finalize)]
pub enum SchedulingState {
    /// The signal that aborts also gives the priority. The signal itself is the state then: there may be a million of these.
    Signal(Gc<TaskSignal>),
    /// Every other combination.
    Sources(Gc<Sources>),
}

impl SchedulingState {
    /// The state with these sources.
    #[must_use]
    pub fn new(abort_source: Option<Gc<AbortSignal>>, priority_source: PrioritySource) -> Self {
        match (&abort_source, &priority_source) {
            (Some(abort), PrioritySource::Signal(signal)) if Gc::ptr_eq(abort, signal.abort_signal()) => {
                Self::Signal(signal.clone())
            }
            _ => Self::Sources(Gc::new(Sources { abort_source, priority_source })),
        }
    }

    /// The state of work at a fixed priority that nothing aborts.
    #[must_use]
    pub fn fixed(priority: TaskPriority) -> Self {
        Self::new(None, PrioritySource::Fixed(priority))
    }

    /// The signal that aborts.
    #[must_use]
    pub fn abort_source(&self) -> Option<&Gc<AbortSignal>> {
        match self {
            Self::Signal(signal) => Some(signal.abort_signal()),
            Self::Sources(sources) => sources.abort_source.as_ref(),
        }
    }

    /// The signal that gives the priority.
    #[must_use]
    pub fn priority_source(&self) -> PrioritySource {
        match self {
            Self::Signal(signal) => PrioritySource::Signal(signal.clone()),
            Self::Sources(sources) => sources.priority_source.clone(),
        }
    }

    /// The queue for work with this state, at the priority of this moment.
    pub(super) fn queue(&self, is_continuation: bool) -> SchedulerQueue<'_> {
        match self {
            Self::Signal(signal) => signal.queue(is_continuation),
            Self::Sources(sources) => sources.priority_source.queue(is_continuation),
        }
    }

    /// The priority at this moment.
    pub(super) fn priority(&self) -> TaskPriority {
        match self {
            Self::Signal(signal) => signal.priority(),
            Self::Sources(sources) => sources.priority_source.priority(),
        }
    }

    /// What is asked for when work of this kind is posted with this state.
    pub(super) fn request(&self, kind: WorkKind, delay: Option<u64>) -> Request {
        Request { kind, priority: Some(self.priority()), signal: self.abort_source().map(|signal| signal.id()), delay }
    }

    /// The continuation state in which this is the entry of `scheduler`, for a task posted at `origin`.
    #[must_use]
    pub fn carried(&self, scheduler: SchedulerId, origin: Option<Origin>) -> ContinuationState {
        match self {
            Self::Signal(signal) => ContinuationState::new(scheduler, origin, signal.clone()),
            Self::Sources(sources) => ContinuationState::new(scheduler, origin, sources.clone()),
        }
    }

    /// The entry of `scheduler` in a continuation state.
    #[must_use]
    pub fn of(carried: &ContinuationState, scheduler: SchedulerId) -> Option<Self> {
        let signal = carried.get(scheduler).map(Self::Signal);
        signal.or_else(|| carried.get(scheduler).map(Self::Sources))
    }
}
