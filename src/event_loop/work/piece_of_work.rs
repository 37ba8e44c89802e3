//! A piece of work: its number, its kind, and where the program scheduled it.

use super::work_id::WorkId;
use super::work_kind::WorkKind;
use crate::event_loop::origins::Origin;
use crate::scheduling::TaskPriority;

/// A piece of work, as stored in queues and timers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Work {
    /// Its number.
    pub id: WorkId,
    /// Its kind.
    pub kind: WorkKind,
    /// Its initial priority, if it is a scheduler task. A signal may have changed the priority since.
    pub priority: Option<TaskPriority>,
    /// Where the program scheduled it; `None` if the host did or the location is unknown.
    pub origin: Option<Origin>,
}

impl Work {
    /// A piece of work without a priority and an origin, which are fields.
    #[must_use]
    pub const fn new(id: WorkId, kind: WorkKind) -> Self {
        Self { id, kind, priority: None, origin: None }
    }
}
