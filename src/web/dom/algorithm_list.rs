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

/// The index of the algorithm that is stored in the list itself.
const FIRST: u32 = u32::MAX;

/// Algorithms with their ages. Adding and removing take O(1) time: the algorithms are only sorted once, for the abort.
///
/// Most signals have at most one algorithm, and there may be a million signals, so one is stored without an allocation.
pub(super) struct AlgorithmList<A> {
    first: Option<A>,
    age_of_first: u64,
    /// Allocated for the second algorithm.
    others: Option<Box<Slab<(u64, A)>>>,
    added: u64,
}

const _: () = assert!(size_of::<AlgorithmList<std::rc::Rc<dyn Fn()>>>() <= 40);

impl<A> Default for AlgorithmList<A> {
    fn default() -> Self {
        Self { first: None, age_of_first: 0, others: None, added: 0 }
    }
}

impl<A> Finalize for AlgorithmList<A> {}

// SAFETY: every algorithm is traced; ages are integers.
unsafe impl<A: Trace> Trace for AlgorithmList<A> {
    custom_trace!(this, mark, {
        mark(&this.first);
        for (_, (_, algorithm)) in this.others.iter().flat_map(|others| others.iter()) {
            mark(algorithm);
        }
    });
}

impl<A> AlgorithmList<A> {
    pub(super) fn len(&self) -> usize {
        usize::from(self.first.is_some()) + self.others.as_ref().map_or(0, |others| others.len())
    }

    pub(super) fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn add(&mut self, algorithm: A) -> AlgorithmId {
        let age = self.added;
        self.added += 1;
        let index = if self.first.is_none() {
            (self.first, self.age_of_first) = (Some(algorithm), age);
            FIRST
        } else {
            // No process has the memory for four billion algorithms.
            u32::try_from(self.others.get_or_insert_default().insert((age, algorithm))).unwrap_or(FIRST)
        };
        AlgorithmId { index, low_half_of_age: low_half(age) }
    }

    pub(super) fn remove(&mut self, id: AlgorithmId) -> Option<A> {
        if id.index == FIRST {
            return self.first.take_if(|_| low_half(self.age_of_first) == id.low_half_of_age);
        }
        let others = self.others.as_mut()?;
        let index = id.index as usize;
        others.get(index).filter(|(age, _)| low_half(*age) == id.low_half_of_age)?;
        Some(others.remove(index).1)
    }

    /// Whether the next algorithm needs more memory, so that it is worth looking for those that are not needed.
    pub(super) fn is_full(&self) -> bool {
        let is_full = |others: &Slab<_>| others.len() >= SWEPT_LENGTH && others.len() == others.capacity();
        self.first.is_some() && self.others.as_deref().is_some_and(is_full)
    }

    /// Removes the algorithms that are not needed. Then there is room for as many as are left: amortized, adding takes
    /// O(1) time.
    pub(super) fn sweep(&mut self, is_dead: impl Fn(&A) -> bool) {
        drop(self.first.take_if(|first| is_dead(first)));
        if let Some(others) = &mut self.others {
            others.retain(|_, (_, algorithm)| !is_dead(algorithm));
            others.reserve(others.len());
        }
    }

    /// Removes all algorithms and returns them, oldest first.
    pub(super) fn take(&mut self) -> Vec<A> {
        let first = self.first.take().map(|first| (self.age_of_first, first));
        let others = self.others.take().into_iter().flat_map(|others| *others).map(|(_, algorithm)| algorithm);
        let mut list: Vec<_> = first.into_iter().chain(others).collect();
        list.sort_unstable_by_key(|(age, _)| *age);
        list.into_iter().map(|(_, algorithm)| algorithm).collect()
    }
}

#[cfg(test)]
mod tests {
    use boa_gc::{Gc, GcRefCell, WeakGc, force_collect};

    use super::{AlgorithmList, SWEPT_LENGTH};

    #[test]
    fn algorithms_are_returned_in_the_order_of_their_age() {
        let mut list = AlgorithmList::default();
        let ids: Vec<_> = (0..5).map(|number| list.add(number)).collect();
        assert_eq!((list.len(), list.remove(ids[0]), list.remove(ids[3])), (5, Some(0), Some(3)));
        // These take the places of those that were removed, whose ids have no effect any more.
        let later = [list.add(5), list.add(6)];
        assert_eq!((list.remove(ids[0]), list.remove(ids[3]), list.len()), (None, None, 5));
        assert_eq!(list.take(), [1, 2, 4, 5, 6]);
        assert!(list.is_empty() && later.iter().all(|id| list.remove(*id).is_none()));
    }

    #[test]
    fn what_is_not_needed_is_swept() {
        let mut list = AlgorithmList::default();
        while !list.is_full() {
            list.add(list.len());
        }
        assert!(list.len() > SWEPT_LENGTH);
        list.sweep(|number| *number != 3);
        assert!(!list.is_full());
        assert_eq!(list.take(), [3]);
    }

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
