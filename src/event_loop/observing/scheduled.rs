//! Work that was scheduled.

use std::rc::Rc;

use crate::event_loop::origins::{Location, Origin};
use crate::event_loop::work::{SignalId, TaskSource, Work, WorkId, WorkKind, WorkRequest};
use crate::scheduling::TaskPriority;

/// Work that was scheduled.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "camelCase"))]
#[non_exhaustive]
pub struct Scheduled {
    /// Its number.
    pub work: WorkId,
    /// Its kind.
    pub kind: WorkKind,
    /// Its priority at the call, if it is a scheduler task.
    pub priority: Option<TaskPriority>,
    /// Where the program scheduled it; `None` if the host did or the location is unknown.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub origin: Option<Origin>,
    /// The signal that may abort it.
    pub signal: Option<SignalId>,
    /// The signal whose priority it has, also after it changes. `None` if its priority is fixed, or if it has none.
    pub priority_signal: Option<SignalId>,
    /// The requested delay in milliseconds before it is ready, if any.
    pub delay: Option<u64>,
    /// The task source whose queue it enters when it is ready; `None` if it waits elsewhere.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub source: Option<TaskSource>,
    /// The work that scheduled it: a task, or a microtask checkpoint.
    pub scheduled_by: Option<WorkId>,
    /// The name of its callback, if a recorder has looked it up.
    pub name: Option<Rc<str>>,
    /// The location of `origin`, if a recorder has looked it up.
    pub location: Option<Rc<Location>>,
    /// The call stack, innermost call first, if a recorder has looked it up.
    pub stack: Rc<[String]>,
}

impl Scheduled {
    /// Work of which nothing else is known. The fields can be set afterwards.
    #[must_use]
    pub fn new(work: WorkId, kind: WorkKind) -> Self {
        Self::from_request(Work { id: work, kind, priority: None, origin: None }, &kind.into(), None)
    }

    pub(crate) fn from_request(work: Work, request: &WorkRequest<'_>, scheduled_by: Option<WorkId>) -> Self {
        let Work { id, kind, priority, origin } = work;
        let WorkRequest { signal, priority_signal, delay, source, .. } = *request;
        let (name, location, stack) = (None, None, Rc::default());
        Self {
            work: id,
            kind,
            priority,
            origin,
            signal,
            priority_signal,
            delay,
            source,
            scheduled_by,
            name,
            location,
            stack,
        }
    }

    /// Its number, kind, priority and origin.
    #[must_use]
    pub const fn work(&self) -> Work {
        Work { id: self.work, kind: self.kind, priority: self.priority, origin: self.origin }
    }

    /// Its kind in words, with its priority: `background task`.
    #[must_use]
    pub fn description(&self) -> String {
        match self.priority {
            Some(priority) => format!("{priority} {}", self.kind.as_str()),
            None => self.kind.as_str().to_owned(),
        }
    }
}
