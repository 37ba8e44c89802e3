//! The types of numbers that [`Numbers`](super::Numbers) gives.

use std::fmt;

/// The number of bits that a number has within its agent. Together, they are exact in a number of JavaScript for the
/// first 131,072 agents.
pub(super) const BITS_WITHIN_AGENT: u32 = 36;

/// Defines the type of a number. It is written after a sign: as `S3`, or as `S1.3` for one of the first worker.
macro_rules! numbered {
    ($(#[$description:meta])* $name:ident, $sign:literal) => {
        $(#[$description])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u64);

        impl $name {
            /// The one with a number.
            #[must_use]
            pub const fn new(number: u64) -> Self {
                Self(number)
            }

            /// The number, from 1.
            #[must_use]
            pub const fn get(self) -> u64 {
                self.0
            }
        }

        impl std::fmt::Display for $name {
            #[doc = concat!("For example `", $sign, "3`, or `", $sign, "1.3` for one of the first worker.")]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $crate::event_loop::work::numbered::write_number(f, $sign, self.0)
            }
        }
    };
}

/// Writes a number that [`Numbers`](super::Numbers) has given after this sign, with that of the worker if it is of one.
pub(super) fn write_number(f: &mut fmt::Formatter<'_>, sign: char, number: u64) -> fmt::Result {
    let (agent, within) = (number >> BITS_WITHIN_AGENT, number & ((1 << BITS_WITHIN_AGENT) - 1));
    if agent == 0 { write!(f, "{sign}{within}") } else { write!(f, "{sign}{agent}.{within}") }
}

pub(super) use numbered;
