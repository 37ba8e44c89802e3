//! A worker, as observers learn of it.

use std::rc::Rc;

use crate::agents::AgentId;
use crate::event_loop::origins::Location;
use crate::event_loop::time::Timestamp;
use crate::event_loop::work::WorkId;

/// A worker that a program has created.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NewWorker {
    /// Its number.
    pub agent: AgentId,
    /// The agent that has created it.
    pub parent: AgentId,
    /// The name that the program has given it, or an empty text.
    pub name: Rc<str>,
    /// The name of its script: a path, or a URL.
    pub url: Rc<str>,
    /// The worker in reports, such as `worker w.js, created at main.js:1:16`.
    pub description: Rc<str>,
    /// Where the program created it.
    pub created_at: Option<Location>,
    /// The work that runs its script.
    pub start: WorkId,
    /// Its time origin, by the clock of the program.
    pub origin: Timestamp,
}

impl NewWorker {
    /// The worker in a few words: `worker 'pool'`, or `worker created at main.js:1:16` without a name.
    #[must_use]
    pub fn title(&self) -> String {
        match &self.created_at {
            _ if !self.name.is_empty() => format!("worker '{}'", self.name.escape_debug()),
            Some(place) => format!("worker created at {place}"),
            None => "worker".to_owned(),
        }
    }
}
