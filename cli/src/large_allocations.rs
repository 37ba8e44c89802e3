//! How many bytes large allocations have: those that the engine's collector does not count.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Allocations of at least this number of bytes are large. There are few of them.
pub(crate) const LARGE: usize = 128 << 10;

static BYTES: AtomicUsize = AtomicUsize::new(0);

/// The number of bytes that large allocations have.
pub(crate) fn large_allocations() -> usize {
    BYTES.load(Ordering::Relaxed)
}

/// An allocation of this size is made.
#[inline]
pub(crate) fn made(size: usize) {
    if size >= LARGE {
        BYTES.fetch_add(size, Ordering::Relaxed);
    }
}

/// An allocation of this size is freed.
#[inline]
pub(crate) fn freed(size: usize) {
    if size >= LARGE {
        BYTES.fetch_sub(size, Ordering::Relaxed);
    }
}
