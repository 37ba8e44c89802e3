//! The numbers of signals.

use std::fmt;

use super::work_id::write_number;

/// The number of a signal. Signals are numbered from 1 in the order in which they are created. As those of
/// [work](super::WorkId), the numbers of a worker start after those of all agents before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SignalId(u64);

impl SignalId {
    /// The signal with a number.
    #[must_use]
    pub const fn new(number: u64) -> Self {
        Self(number)
    }

    /// The number, starting at 1.
    #[must_use]
    pub const fn get(self) -> u64 {
        self.0
    }
}

impl fmt::Display for SignalId {
    /// For example `S3`, or `S1.3` for a signal of the first worker.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_number(f, 'S', self.0)
    }
}
