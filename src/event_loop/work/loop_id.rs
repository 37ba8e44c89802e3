//! The identity of an event loop.

use std::sync::atomic::{AtomicU32, Ordering};

/// Identifies an event loop among the last four billion of the process, so that the handles of tasks know their loop
/// without keeping it, or its memory, alive. It is short because every task of Rust stores one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct LoopId(u32);

impl LoopId {
    /// A new identity.
    pub(crate) fn take() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Self(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}
