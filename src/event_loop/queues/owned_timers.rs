//! The list of timers for something that the collector owns.

use std::rc::Weak;

use super::timers::TimerId;
use crate::event_loop::work::Work;

/// A program has a few such timers that it needs. Only if there are more, it is worth looking for those that nothing
/// owns any more. Far below this, programs are the same whenever the collector runs.
const SWEPT_COUNT: usize = 1024;

/// A timer, and its steps until it has fired.
pub(crate) type Owned<S> = (TimerId, Work, Weak<S>);

/// The timers of this kind that were set, with steps of type `S`, including some that have fired.
pub(crate) struct OwnedTimers<S: ?Sized> {
    list: Vec<Owned<S>>,
    sweep_at: usize,
}

impl<S: ?Sized> Default for OwnedTimers<S> {
    fn default() -> Self {
        Self { list: Vec::new(), sweep_at: 0 }
    }
}

impl<S: ?Sized> OwnedTimers<S> {
    /// Adds a timer.
    pub(crate) fn push(&mut self, timer: Owned<S>) {
        self.list.push(timer);
    }

    /// Takes all timers.
    pub(crate) fn take(&mut self) -> Vec<Owned<S>> {
        std::mem::take(&mut self.list)
    }

    /// Whether it is worth looking for timers that nothing owns.
    pub(crate) fn is_full(&self) -> bool {
        self.list.len() >= self.sweep_at.max(SWEPT_COUNT)
    }

    /// Keeps these timers. Before the next search, as many must be added: amortized, a search costs O(1) per timer.
    pub(crate) fn keep(&mut self, timers: Vec<Owned<S>>) {
        self.sweep_at = timers.len() * 2;
        self.list = timers;
    }
}
