//! Futures of the embedder that the event loop polls, and how they are woken.

use std::cell::RefCell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Wake;

use slab::Slab;

use super::remote::{Delivery, Remote};

/// Wakes one future from any thread.
pub(crate) struct FutureWaker {
    remote: Remote,
    number: usize,
    /// Whether the loop has been told.
    is_woken: AtomicBool,
}

impl FutureWaker {
    /// Whether the future was woken since [`Self::rearm`].
    pub(crate) fn is_woken(&self) -> bool {
        self.is_woken.load(Ordering::Acquire)
    }

    /// To be called before the future is polled: from now on, it can be woken again.
    pub(crate) fn rearm(&self) {
        // A swap, not a store: the poll sees what was done before a wake-up that is not delivered again.
        self.is_woken.swap(false, Ordering::AcqRel);
    }
}

impl Wake for FutureWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        if !self.is_woken.swap(true, Ordering::AcqRel) {
            // If the loop is gone, so is the future.
            let _ = self.remote.deliver(Delivery::FutureWoken(self.number));
        }
    }
}

/// The futures of type `F` that a loop owns.
pub(crate) struct Futures<F>(RefCell<Slab<F>>);

impl<F> Default for Futures<F> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<F: Clone> Futures<F> {
    /// Adds a future. Returns its number and its waker.
    pub(crate) fn add(&self, future: F, remote: Remote) -> (usize, Arc<FutureWaker>) {
        let number = self.0.borrow_mut().insert(future);
        (number, Arc::new(FutureWaker { remote, number, is_woken: AtomicBool::new(false) }))
    }

    /// Drops a future.
    pub(crate) fn remove(&self, number: usize) {
        let removed = self.0.borrow_mut().try_remove(number);
        drop(removed);
    }

    /// The future with a number. The number of a future that has ended may belong to another one.
    pub(crate) fn get(&self, number: usize) -> Option<F> {
        self.0.borrow().get(number).cloned()
    }

    /// Takes all futures.
    pub(crate) fn take(&self) -> impl Iterator<Item = F> {
        self.0.take().into_iter().map(|(_, future)| future)
    }
}
