//! A [scheduling state](https://wicg.github.io/scheduling-apis/#scheduling-state): the abort source and the priority
//! source of a task.

use boa_gc::{Finalize, Gc, Trace};

use super::TaskSignal;
use crate::event_loop::{
    ContinuationState, Origin, SchedulerId, SchedulerQueue, SignalId, WorkId, WorkKind, WorkRequest,
};
use crate::scheduling::{QueueKind, TaskPriority};
use crate::web::dom::AbortSignal;

/// The source of a task's priority.
#[derive(Clone, Trace, Finalize)]
pub(crate) enum PrioritySource {
    /// The priority of a [fixed priority unabortable task signal][1].
    ///
    /// [1]: https://wicg.github.io/scheduling-apis/#create-a-fixed-priority-unabortable-task-signal
    // Omitted: the signal itself: it is not exposed to scripts.
    Fixed(#[unsafe_ignore_trace] TaskPriority),
    /// A `TaskSignal` of the program.
    Signal(Gc<TaskSignal>),
}

impl PrioritySource {
    /// [Selects the scheduler task queue](https://wicg.github.io/scheduling-apis/#select-the-scheduler-task-queue).
    ///
    /// In the specification, each scheduler has its own queues. As the next task is selected among all schedulers, by
    /// priority and then age, queues per signal and six queues for fixed priorities give the same order.
    fn queue(&self, kind: QueueKind) -> SchedulerQueue<'_> {
        match self {
            Self::Fixed(priority) => SchedulerQueue { priority: *priority, kind, own: None },
            Self::Signal(signal) => signal.queue(kind),
        }
    }

    fn priority(&self) -> TaskPriority {
        match self {
            Self::Fixed(priority) => *priority,
            Self::Signal(signal) => signal.priority(),
        }
    }

    fn signal(&self) -> Option<SignalId> {
        match self {
            Self::Fixed(_) => None,
            Self::Signal(signal) => Some(signal.abort_signal().id()),
        }
    }
}

/// The sources of a scheduling state, if they are not the same signal.
#[derive(Trace, Finalize)]
pub(crate) struct Sources {
    abort_source: Option<Gc<AbortSignal>>,
    priority_source: PrioritySource,
}

/// A scheduling state. The continuations of a task inherit it.
#[derive(Clone, Trace, Finalize)]
pub(crate) enum SchedulingState {
    /// The same signal is the abort source and the priority source. No sources are allocated, because there may be a
    /// million such states.
    Signal(Gc<TaskSignal>),
    /// Every other combination.
    Sources(Gc<Sources>),
}

impl SchedulingState {
    #[must_use]
    pub(crate) fn new(abort_source: Option<Gc<AbortSignal>>, priority_source: PrioritySource) -> Self {
        match (&abort_source, &priority_source) {
            (Some(abort), PrioritySource::Signal(signal)) if Gc::ptr_eq(abort, signal.abort_signal()) => {
                Self::Signal(signal.clone())
            }
            _ => Self::Sources(Gc::new(Sources { abort_source, priority_source })),
        }
    }

    /// Creates the state of work that has a fixed priority and cannot be aborted.
    #[must_use]
    pub(crate) fn fixed(priority: TaskPriority) -> Self {
        Self::new(None, PrioritySource::Fixed(priority))
    }

    /// Returns the signal that aborts the work, or `None` if it cannot be aborted.
    #[must_use]
    pub(crate) fn abort_source(&self) -> Option<&Gc<AbortSignal>> {
        match self {
            Self::Signal(signal) => Some(signal.abort_signal()),
            Self::Sources(sources) => sources.abort_source.as_ref(),
        }
    }

    #[must_use]
    pub(crate) fn priority_source(&self) -> PrioritySource {
        match self {
            Self::Signal(signal) => PrioritySource::Signal(signal.clone()),
            Self::Sources(sources) => sources.priority_source.clone(),
        }
    }

    /// Returns the queue for work with this state, according to the current priority.
    pub(super) fn queue(&self, kind: QueueKind) -> SchedulerQueue<'_> {
        match self {
            Self::Signal(signal) => signal.queue(kind),
            Self::Sources(sources) => sources.priority_source.queue(kind),
        }
    }

    pub(super) fn priority(&self) -> TaskPriority {
        match self {
            Self::Signal(signal) => signal.priority(),
            Self::Sources(sources) => sources.priority_source.priority(),
        }
    }

    /// Describes work of this kind that is scheduled with this state.
    pub(super) fn request(&self, kind: WorkKind, delay: Option<u64>) -> WorkRequest<'static> {
        let signal = self.abort_source().map(|signal| signal.id());
        WorkRequest {
            priority: Some(self.priority()),
            signal,
            priority_signal: self.priority_signal(),
            delay,
            ..kind.into()
        }
    }

    fn priority_signal(&self) -> Option<SignalId> {
        match self {
            Self::Signal(signal) => Some(signal.abort_signal().id()),
            Self::Sources(sources) => sources.priority_source.signal(),
        }
    }

    /// Returns a continuation state with this state as the entry for `scheduler`, for a task posted at `origin`.
    #[must_use]
    pub(crate) fn continuation_state(
        &self,
        scheduler: SchedulerId,
        origin: Option<Origin>,
        task: Option<WorkId>,
    ) -> ContinuationState {
        match self {
            Self::Signal(signal) => ContinuationState::new(scheduler, origin, task, signal.clone()),
            Self::Sources(sources) => ContinuationState::new(scheduler, origin, task, sources.clone()),
        }
    }

    /// Returns the entry for `scheduler` in a continuation state.
    #[must_use]
    pub(crate) fn of(state: &ContinuationState, scheduler: SchedulerId) -> Option<Self> {
        let signal = state.get(scheduler).map(Self::Signal);
        signal.or_else(|| state.get(scheduler).map(Self::Sources))
    }
}
