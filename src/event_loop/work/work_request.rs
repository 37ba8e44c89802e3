//! What a program asks for when it schedules work.

use boa_engine::JsObject;

use super::piece_of_work::Work;
use super::signal_id::SignalId;
use super::task_source::TaskSource;
use super::work_id::WorkId;
use super::work_kind::WorkKind;
use crate::event_loop::origins::Origin;
use crate::scheduling::TaskPriority;

/// Describes work to create with [`EventLoop::new_work`](crate::event_loop::EventLoop::new_work).
#[derive(Clone, Copy, Debug)]
pub struct WorkRequest<'a> {
    /// The kind of the work.
    pub kind: WorkKind,
    /// Its current priority, if it is a scheduler task.
    pub priority: Option<TaskPriority>,
    /// The signal that may abort it.
    pub signal: Option<SignalId>,
    /// The signal whose priority it has. `None` if its priority is fixed, or if it has none.
    pub priority_signal: Option<SignalId>,
    /// The requested delay in milliseconds before it is ready, if any.
    pub delay: Option<u64>,
    /// The task source whose queue it enters when it is ready, if it does.
    pub source: Option<TaskSource>,
    /// The function of the program that it calls, if there is exactly one.
    pub callback: Option<&'a JsObject>,
}

impl WorkRequest<'_> {
    /// The work that is scheduled.
    #[inline]
    pub(crate) fn work(&self, id: WorkId, origin: Option<Origin>) -> Work {
        Work { id, kind: self.kind, priority: self.priority, origin }
    }
}

impl From<WorkKind> for WorkRequest<'_> {
    /// Describes work without a priority, a signal or a delay, and with the task source that follows from its kind.
    fn from(kind: WorkKind) -> Self {
        let source = TaskSource::of(kind);
        Self { kind, priority: None, signal: None, priority_signal: None, delay: None, source, callback: None }
    }
}
