//! The parts of the body of a response, as a network sends them.

use std::collections::VecDeque;
use std::time::Duration;

use crate::web::file_api::Bytes;

/// The largest part of a body that a network has given as a whole.
const PART: usize = 64 * 1024;

/// A part of a body, or how it ends.
pub(super) enum Part {
    Chunk {
        /// How long after the part before it this one arrives.
        latency: Duration,
        bytes: Bytes,
    },
    End,
    /// The message of the `TypeError` that reading fails with.
    Failure(String),
}

/// Puts bytes before other parts.
pub(super) fn prepend(bytes: &Bytes, parts: &mut VecDeque<Part>) {
    for start in (0..bytes.len()).step_by(PART).rev() {
        parts.push_front(Part::Chunk { latency: Duration::ZERO, bytes: bytes.slice(start, start + PART) });
    }
}
