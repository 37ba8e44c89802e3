//! A priority queue for entries that mostly arrive in order.
//!
//! An entry that is greater than all earlier entries is appended to a list, after a comparison with only the last one.
//! Queues that become non-empty at a level arrive like this, because their first tasks are new; so do timers with the
//! same delay. All other entries go into a heap. The minimum is the first entry of the list or of the heap.
//!
//! When an item leaves from the middle, its entry stays behind as a stale entry: searching for it would cost more than
//! skipping it later. So an entry counts only if it still matches its item. Two rules limit stale entries: the first
//! entries of the list and of the heap are never stale, and at most about half of all entries are stale.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// Stale entries are compacted only if there are more than this many in addition to the number of entries that count.
/// Small in tests, so that compaction runs.
const FEW: usize = if cfg!(test) { 2 } else { 32 };

/// A priority queue of entries. An entry identifies an item and contains its sort key.
pub(crate) struct Agenda<E> {
    in_order: VecDeque<E>,
    out_of_order: BinaryHeap<Reverse<E>>,
    /// The number of entries that are not stale.
    len: usize,
}

impl<E: Ord> Default for Agenda<E> {
    fn default() -> Self {
        Self { in_order: VecDeque::new(), out_of_order: BinaryHeap::new(), len: 0 }
    }
}

impl<E: Ord + Copy> Agenda<E> {
    pub(crate) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The minimum.
    pub(crate) fn first(&self) -> Option<E> {
        match (self.in_order.front(), self.out_of_order.peek()) {
            (Some(&one), Some(&Reverse(other))) => Some(one.min(other)),
            (Some(&entry), None) | (None, Some(&Reverse(entry))) => Some(entry),
            (None, None) => None,
        }
    }

    /// Adds an entry. O(1) if it is greater than all others, O(log n) otherwise.
    pub(crate) fn enter(&mut self, entry: E) {
        self.len += 1;
        if self.in_order.back().is_none_or(|last| *last < entry) {
            self.in_order.push_back(entry);
        } else {
            self.out_of_order.push(Reverse(entry));
        }
    }

    /// Removes an entry, or leaves it behind as a stale entry. [`Self::settle`] must be called after the item of the
    /// entry has changed.
    pub(crate) fn leave(&mut self, entry: E) {
        self.len -= 1;
        if self.in_order.front() == Some(&entry) {
            self.in_order.pop_front();
        } else if self.out_of_order.peek() == Some(&Reverse(entry)) {
            self.out_of_order.pop();
        }
    }

    /// Puts an entry in the place of the first one, if it will be the first one as well. Otherwise changes nothing and
    /// returns false. O(1).
    pub(crate) fn replace_first(&mut self, first: E, entry: E) -> bool {
        let is_before = |next: Option<&E>| next.is_none_or(|next| entry < *next);
        let replaces = self.in_order.front() == Some(&first)
            && is_before(self.in_order.get(1))
            && is_before(self.out_of_order.peek().map(|Reverse(next)| next));
        if replaces && let Some(front) = self.in_order.front_mut() {
            *front = entry;
        }
        replaces
    }

    /// Drops stale entries at the front of the list and of the heap, and all stale entries if there are many. `counts`
    /// says whether an entry still matches its item. O(log n) amortized for each change since the last call.
    pub(crate) fn settle(&mut self, counts: impl Fn(E) -> bool) {
        if self.len == 0 {
            self.in_order.clear();
            self.in_order.shrink_to(FEW);
            self.out_of_order.clear();
            self.out_of_order.shrink_to(FEW);
            return;
        }
        while self.in_order.front().is_some_and(|&first| !counts(first)) {
            self.in_order.pop_front();
        }
        while self.out_of_order.peek().is_some_and(|&Reverse(first)| !counts(first)) {
            self.out_of_order.pop();
        }
        if self.in_order.len() + self.out_of_order.len() > 2 * self.len + FEW {
            self.in_order.retain(|&entry| counts(entry));
            // An item that left and came back with the same sort key has several matching entries.
            let mut entries = std::mem::take(&mut self.out_of_order).into_vec();
            entries.retain(|&Reverse(entry)| counts(entry));
            entries.sort_unstable();
            entries.dedup();
            self.out_of_order = entries.into();
        }
    }

    #[cfg(test)]
    pub(crate) fn entry_count(&self) -> usize {
        self.in_order.len() + self.out_of_order.len()
    }
}
