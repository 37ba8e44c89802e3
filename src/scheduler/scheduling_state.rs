//! A [scheduling state](https://wicg.github.io/scheduling-apis/#scheduling-state): what aborts a task, and what gives it its priority.

use boa_engine::JsData;
use boa_gc::{Finalize, Gc, Trace};

use super::TaskSignal;
use crate::dom::AbortSignal;
use crate::event_loop::{ContinuationState, EventLoop, Origin, SchedulerId};
use crate::scheduling::{QueueId, TaskPriority};

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
    pub fn queue(&self, is_continuation: bool, event_loop: &EventLoop) -> QueueId {
        match self {
            Self::Fixed(priority) => event_loop.static_queue(*priority, is_continuation),
            Self::Signal(signal) => signal.queue(is_continuation, event_loop),
        }
    }
}

/// A scheduling state. It travels with the continuations of the task it was made for.
#[derive(Trace, Finalize, JsData)]
pub struct SchedulingState {
    /// The signal that aborts.
    pub abort_source: Option<Gc<AbortSignal>>,
    /// The signal that gives the priority.
    pub priority_source: PrioritySource,
}

impl SchedulingState {
    /// The state of work at a fixed priority that nothing aborts.
    #[must_use]
    pub fn fixed(priority: TaskPriority) -> Gc<Self> {
        Gc::new(Self { abort_source: None, priority_source: PrioritySource::Fixed(priority) })
    }

    /// The continuation state in which this is the entry of `scheduler`, for a task posted at `origin`.
    #[must_use]
    pub fn for_scheduler(this: &Gc<Self>, scheduler: SchedulerId, origin: Option<Origin>) -> ContinuationState {
        ContinuationState::new(scheduler, origin, this.clone())
    }
}
