//! The abort algorithms of a signal, in the order in which they were added.

use boa_gc::{Finalize, Trace, custom_trace};
use slab::Slab;

use crate::scheduling::low_half;

/// Identifies an algorithm of a list. A stale identifier has no effect unless four billion algorithms were added since.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub struct AlgorithmId {
    index: u32,
    low_half_of_age: u32,
}

/// Shorter lists are not searched for what is not needed.
pub(super) const SWEPT_LENGTH: usize = 64;

/// Algorithms with their ages. Adding and removing take O(1) time: the algorithms are only sorted once, for the abort.
pub(super) struct AlgorithmList<A> {
    list: Slab<(u64, A)>,
    added: u64,
}

impl<A> Default for AlgorithmList<A> {
    fn default() -> Self {
        Self { list: Slab::new(), added: 0 }
    }
}

impl<A> Finalize for AlgorithmList<A> {}

// SAFETY: every algorithm is traced; ages are integers.
unsafe impl<A: Trace> Trace for AlgorithmList<A> {
    custom_trace!(this, mark, {
        for (_, (_, algorithm)) in &this.list {
            mark(algorithm);
        }
    });
}

impl<A> AlgorithmList<A> {
    pub(super) fn len(&self) -> usize {
        self.list.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub(super) fn add(&mut self, algorithm: A) -> AlgorithmId {
        let age = self.added;
        self.added += 1;
        // Most signals have at most one algorithm, but the slab would first allocate room for four.
        self.list.reserve_exact(usize::from(self.list.is_empty()));
        let index = self.list.insert((age, algorithm));
        // No process has the memory for four billion algorithms.
        AlgorithmId { index: u32::try_from(index).unwrap_or(u32::MAX), low_half_of_age: low_half(age) }
    }

    pub(super) fn remove(&mut self, id: AlgorithmId) -> Option<A> {
        let index = id.index as usize;
        self.list.get(index).filter(|(age, _)| low_half(*age) == id.low_half_of_age)?;
        Some(self.list.remove(index).1)
    }

    /// Whether the next algorithm needs more memory, so that it is worth looking for those that are not needed.
    pub(super) fn is_full(&self) -> bool {
        self.list.len() >= SWEPT_LENGTH && self.list.len() == self.list.capacity()
    }

    /// Removes the algorithms that are not needed. Then there is room for as many as are left: amortized, adding takes
    /// O(1) time.
    pub(super) fn sweep(&mut self, is_dead: impl Fn(&A) -> bool) {
        self.list.retain(|_, (_, algorithm)| !is_dead(algorithm));
        self.list.reserve(self.list.len());
    }

    /// Removes all algorithms and returns them, oldest first.
    pub(super) fn take(&mut self) -> Vec<A> {
        let mut list: Vec<_> = std::mem::take(&mut self.list).into_iter().map(|(_, algorithm)| algorithm).collect();
        list.sort_unstable_by_key(|(age, _)| *age);
        list.into_iter().map(|(_, algorithm)| algorithm).collect()
    }
}

#[cfg(test)]
mod tests {
    use boa_gc::{Gc, GcRefCell, WeakGc, force_collect};

    use super::AlgorithmList;

    #[test]
    fn the_collector_finds_all_algorithms() {
        let list = Gc::new(GcRefCell::new(AlgorithmList::default()));
        let (kept, removed) = (Gc::new(1), Gc::new(2));
        let (weak_kept, weak_removed) = (WeakGc::new(&kept), WeakGc::new(&removed));
        list.borrow_mut().add(kept);
        let id = list.borrow_mut().add(removed);
        force_collect();
        assert!(weak_kept.is_upgradable() && weak_removed.is_upgradable());
        drop(list.borrow_mut().remove(id));
        force_collect();
        assert!(weak_kept.is_upgradable() && !weak_removed.is_upgradable());
        drop(list);
        force_collect();
        assert!(!weak_kept.is_upgradable());
    }
}
