//! Entries of which the least is at hand, for entries that mostly arrive in order.
//!
//! Where that is so, none is compared with more than one other: each is newer than all before it, and a list is enough. The queues of a level
//! that become non-empty come like this, as their first tasks are new; so do timers of one delay. A heap takes the rest. The least entry is
//! the first of one of the two.
//!
//! What leaves from the middle leaves its entry behind: finding that would cost more than to meet it later. So an entry counts only
//! if it agrees with what it stands for, and two rules keep the others in bounds: the first of either part always counts, and at
//! most about half of all do not.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// So many entries that do not count are never worth the trouble. Tests are to see more trouble.
const FEW: usize = if cfg!(test) { 2 } else { 32 };

/// Entries that say what they stand for and when it is its turn.
pub(crate) struct Agenda<E> {
    in_order: VecDeque<E>,
    out_of_order: BinaryHeap<Reverse<E>>,
    /// How many entries count.
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

    /// The least entry.
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

    /// Takes an entry out. [`Self::settle`] must follow when what it stood for no longer agrees with it.
    pub(crate) fn leave(&mut self, entry: E) {
        self.len -= 1;
        if self.in_order.front() == Some(&entry) {
            self.in_order.pop_front();
        } else if self.out_of_order.peek() == Some(&Reverse(entry)) {
            self.out_of_order.pop();
        }
    }

    /// Drops entries until the first of either part counts, and all that do not where they are many. O(log n) for each change since the
    /// last call, amortised.
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
            // What left and came back with the same place has several entries that agree with it.
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
