//! The numbers of work.

use super::numbered::{BITS_WITHIN_AGENT, numbered};
use crate::agents::AgentId;

numbered! {
    /// The number of a piece of work. Work is numbered from 1 in the order in which it is scheduled. The numbers of a
    /// worker start after those of all agents before it, so that no two agents of a program have the same.
    WorkId, '#'
}

impl WorkId {
    /// The number before the first one of an agent: that of the start of a worker.
    pub(crate) const fn start_of(agent: AgentId) -> Self {
        Self(agent.get() << BITS_WITHIN_AGENT)
    }

    /// The agent that runs it: the program, or a worker.
    #[must_use]
    pub const fn agent(self) -> AgentId {
        AgentId::new(self.0 >> BITS_WITHIN_AGENT)
    }
}
