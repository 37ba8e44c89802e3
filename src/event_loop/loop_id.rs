//! The identity of an event loop.

use std::sync::atomic::{AtomicU64, Ordering};

/// Identifies an event loop within the process. It is never used again, so that the handles of tasks know their loop
/// without keeping it, or its memory, alive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LoopId(u64);

impl LoopId {
    /// A new identity.
    pub(super) fn take() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
