//! An event that is kept, with its time.

use crate::event_loop::{AgentId, Event, Timestamp};

/// An [`Event`], and when it happened. See there for how it is serialized with the feature `serde`.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Record {
    /// The time of the event loop.
    pub at: Timestamp,
    /// The real time since the recorder was created, with [`Detail::real_time`](super::Detail). Without it, the same as
    /// `at`.
    pub real: Timestamp,
    /// The agent that it happened in: the program, unless the sink [wants](super::Sink::worker_created) the records of
    /// workers. It is not serialized.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub agent: AgentId,
    /// What happened.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub event: Event,
}

impl Record {
    /// A record of the program, whose real time is that of the event loop.
    #[must_use]
    pub const fn new(at: Timestamp, event: Event) -> Self {
        Self { at, real: at, agent: AgentId::MAIN, event }
    }
}
