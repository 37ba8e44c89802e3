//! Collects garbage when large allocations have doubled.
//!
//! Boa's collector counts its own objects. The bytes of buffers, strings, blobs and bodies do not count, so thousands of
//! dead objects with a megabyte each are no reason for a collection. V8 counts such bytes as external memory.

use std::cell::Cell;

/// Fewer bytes are no reason to collect garbage.
const FEW: usize = 64 << 20;

#[derive(Default)]
pub(crate) struct LargeMemory {
    /// Returns the number of bytes that are allocated.
    allocated: Cell<Option<fn() -> usize>>,
    /// Twice the number of bytes that were alive after the last collection.
    collect_at: Cell<usize>,
}

impl LargeMemory {
    pub(crate) fn set_counter(&self, allocated: fn() -> usize) {
        self.allocated.set(Some(allocated));
    }

    /// To be called where no value is borrowed.
    #[inline]
    pub(crate) fn collect_if_doubled(&self) {
        if let Some(allocated) = self.allocated.get()
            && allocated() >= self.collect_at.get().max(FEW)
        {
            self.collect(allocated);
        }
    }

    #[cold]
    fn collect(&self, allocated: fn() -> usize) {
        boa_gc::force_collect();
        self.collect_at.set(allocated().saturating_mul(2));
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::{FEW, LargeMemory};

    #[test]
    fn garbage_is_collected_when_large_allocations_have_doubled() {
        static ALLOCATED: AtomicUsize = AtomicUsize::new(0);
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let memory = LargeMemory::default();
        memory.set_counter(|| {
            ASKED.fetch_add(1, Ordering::Relaxed);
            ALLOCATED.load(Ordering::Relaxed)
        });
        let collects = |bytes: usize| {
            ALLOCATED.store(bytes, Ordering::Relaxed);
            ASKED.store(0, Ordering::Relaxed);
            memory.collect_if_doubled();
            // It asks again after a collection.
            ASKED.load(Ordering::Relaxed) == 2
        };
        let steps = [FEW - 1, FEW, 2 * FEW - 1, 2 * FEW, 3 * FEW, 4 * FEW];
        assert_eq!(steps.map(collects), [false, true, false, true, false, true]);
    }
}
