//! The choice of what several agents do next.

use crate::agents::AgentId;
use crate::debug::debug;
use crate::event_loop::queues::{CandidateSource, Candidates, TimerId, WaitingTimer};
use crate::event_loop::work::WorkId;

/// What an agent could do next.
pub struct ReadyAgent<'a> {
    pub(crate) id: AgentId,
    /// The start of a worker whose script has not run.
    pub(crate) start: Option<WorkId>,
    /// `None` if the script of the worker has not run.
    source: Option<&'a dyn CandidateSource>,
}

debug!(ReadyAgent<'_>, "id" = |agent| agent.id);

impl<'a> ReadyAgent<'a> {
    /// An agent that has an event loop.
    pub(crate) fn running(id: AgentId, source: &'a dyn CandidateSource) -> Self {
        Self { id, start: None, source: Some(source) }
    }

    /// A worker that has not run, unless `start` is `None`: then it can do nothing.
    pub(crate) fn starting(id: AgentId, start: Option<WorkId>) -> Self {
        Self { id, start, source: None }
    }

    /// What it can run now. `None` if nothing is ready.
    pub(crate) fn refreshed(&self) -> Option<Candidates<'a>> {
        Candidates::of(self.source?)
    }

    /// All timers, by the clock of the agent, in the order in which they were set.
    pub(crate) fn timers(&self) -> Vec<WaitingTimer> {
        self.source.map_or_else(Vec::new, CandidateSource::timers)
    }
}

/// What an agent does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AgentStep {
    /// It takes a turn.
    Turn(AgentId),
    /// One of its timers fires.
    Fire(AgentId, FiredTimer),
}

/// A timer that fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FiredTimer(pub(crate) TimerId);
