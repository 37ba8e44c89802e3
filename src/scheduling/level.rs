//! The queues of one effective priority that are not empty, by the age of their first tasks.
//!
//! Each has an entry. The first task of a queue that was empty is newer than all others, so most entries arrive in order and
//! stay in a list; a heap takes those that come out of order, as when a queue's next task becomes its first. The oldest
//! entry is the first of one of the two.
//!
//! A queue that leaves from the middle leaves its entry behind: finding that would cost more than to meet it later. So
//! an entry counts only if it agrees with its queue, and two rules keep what does not in bounds: the first of either part
//! always counts, and at most about half of all do not.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use super::EnqueueOrder;

/// So many entries that do not count are never worth the trouble. Tests are to see more trouble.
const FEW: usize = if cfg!(test) { 2 } else { 32 };

/// A queue's number and the order of its first task. Orders are never given out twice, so an entry cannot come to agree
/// with a later queue of the same number.
type Entry = (EnqueueOrder, u32);

#[derive(Default)]
pub(super) struct Level {
    in_order: VecDeque<Entry>,
    out_of_order: BinaryHeap<Reverse<Entry>>,
    /// How many queues there are.
    len: usize,
}

impl Level {
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The queue with the oldest first task.
    pub(super) fn first(&self) -> Option<Entry> {
        match (self.in_order.front(), self.out_of_order.peek()) {
            (Some(&one), Some(&Reverse(other))) => Some(one.min(other)),
            (Some(&entry), None) | (None, Some(&Reverse(entry))) => Some(entry),
            (None, None) => None,
        }
    }

    /// Adds a queue. O(1) if its first task is newer than those of all others, O(log q) otherwise.
    pub(super) fn enter(&mut self, entry: Entry) {
        self.len += 1;
        if self.in_order.back().is_none_or(|last| *last < entry) {
            self.in_order.push_back(entry);
        } else {
            self.out_of_order.push(Reverse(entry));
        }
    }

    /// Takes a queue out. [`Self::settle`] must follow when the queue no longer agrees with the entry.
    pub(super) fn leave(&mut self, entry: Entry) {
        self.len -= 1;
        if self.in_order.front() == Some(&entry) {
            self.in_order.pop_front();
        } else if self.out_of_order.peek() == Some(&Reverse(entry)) {
            self.out_of_order.pop();
        }
    }

    /// Drops entries until the first of either part counts, and all that do not where they are many. O(log q) for each change since the
    /// last call, amortised.
    pub(super) fn settle(&mut self, counts: impl Fn(Entry) -> bool) {
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
            // A queue that left and came back with the same first task has several entries that agree with it.
            let mut entries = std::mem::take(&mut self.out_of_order).into_vec();
            entries.retain(|&Reverse(entry)| counts(entry));
            entries.sort_unstable();
            entries.dedup();
            self.out_of_order = entries.into();
        }
    }

    #[cfg(test)]
    pub(super) fn entry_count(&self) -> usize {
        self.in_order.len() + self.out_of_order.len()
    }
}
