//! The numbers of agents.

/// Identifies an agent among those that share a thread. Workers are numbered from 1, in the order in which they are
/// created.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AgentId(u64);

impl AgentId {
    /// The agent of the program.
    pub const MAIN: Self = Self(0);

    pub(crate) const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number of the next worker.
    #[must_use]
    pub(crate) const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// The number: 0 for the program.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}
