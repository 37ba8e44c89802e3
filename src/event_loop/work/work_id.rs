//! The numbers of work.

use std::fmt;

use crate::agents::AgentId;

/// The number of bits that the number of a piece of work has within its agent. Together, they are exact in a number of
/// JavaScript for the first 131,072 agents.
const BITS_WITHIN_AGENT: u32 = 36;

/// The number of a piece of work. Work is numbered from 1 in the order in which it is scheduled. The numbers of a
/// worker start after those of all agents before it, so that no two agents of a program have the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WorkId(u64);

impl WorkId {
    /// The work with a number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number before the first one of an agent: that of the start of a worker.
    pub(crate) const fn start_of(agent: AgentId) -> Self {
        Self(agent.get() << BITS_WITHIN_AGENT)
    }

    /// The agent that runs it: the program, or a worker.
    #[must_use]
    pub const fn agent(self) -> AgentId {
        AgentId::new(self.0 >> BITS_WITHIN_AGENT)
    }

    /// The number, from 1.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

/// Writes a number that [`Numbers`](super::Numbers) has given after this sign, with that of the worker if it is of one.
pub(super) fn write_number(f: &mut fmt::Formatter<'_>, sign: char, number: u64) -> fmt::Result {
    let (agent, within) = (number >> BITS_WITHIN_AGENT, number & ((1 << BITS_WITHIN_AGENT) - 1));
    if agent == 0 { write!(f, "{sign}{within}") } else { write!(f, "{sign}{agent}.{within}") }
}

impl fmt::Display for WorkId {
    /// For example `#12`, or `#1.12` for work of the first worker.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_number(f, '#', self.0)
    }
}
