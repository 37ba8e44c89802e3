//! The numbers of streams that are observed.

use std::fmt;

use super::work_id::write_number;

/// The number of a stream that observers are told about: a reader of a script, or the body of a response. They are
/// numbered from 1 in the order in which they are first observed. As those of [work](super::WorkId), the numbers of a
/// worker start after those of all agents before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StreamId(u64);

impl StreamId {
    /// The stream with a number.
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

impl fmt::Display for StreamId {
    /// For example `R3`, or `R1.3` for a stream of the first worker.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_number(f, 'R', self.0)
    }
}
