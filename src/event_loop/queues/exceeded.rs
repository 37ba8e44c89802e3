//! Work that does not end.

use std::fmt;
use std::time::Duration;

use crate::event_loop::origins::Location;
use crate::event_loop::work::WorkKind;

/// A limit on running work: see [`Limits`](super::Limits).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum WorkLimit {
    /// The number of microtasks of a checkpoint.
    Microtasks(usize),
    /// The number of times that the loops of a call may run.
    LoopIterations(u64),
    /// The time of a turn of the event loop.
    TurnTime(Duration),
    /// The time of a call of the host that waits for a promise.
    CallTime(Duration),
    /// The time that everything of the program together may run.
    ProgramTime(Duration),
}

impl fmt::Display for WorkLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Microtasks(limit) => write!(f, "a microtask checkpoint has run {limit} microtasks"),
            Self::LoopIterations(limit) => write!(f, "a loop has run {limit} times"),
            Self::TurnTime(limit) => write!(f, "a task and its microtasks have taken {limit:?}"),
            Self::CallTime(limit) => write!(f, "a call has taken {limit:?}"),
            Self::ProgramTime(limit) => write!(f, "the program has run for {limit:?}"),
        }
    }
}

/// Work that was ended, because it exceeded a limit of the runtime.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Exceeded {
    /// The limit.
    pub limit: WorkLimit,
    /// The kind of the work; `None` if no work of the event loop was running, such as during a script of the host.
    pub work: Option<WorkKind>,
    /// The call that requested the work; `None` if the host started the work, or the position of the call is unknown.
    pub requested_at: Option<Location>,
}

impl Exceeded {
    /// Why the work was ended, without the work.
    pub(crate) fn reason(&self) -> String {
        format!("{}, which is the limit of this runtime", self.limit)
    }
}

impl fmt::Display for Exceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason())?;
        match (self.work, &self.requested_at) {
            (Some(work), Some(place)) => write!(f, " (in work {} at {place})", work.request_verb()),
            _ => Ok(()),
        }
    }
}
