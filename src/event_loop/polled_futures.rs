//! Futures of the embedder that the event loop polls, and how they are woken.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Wake;

use boa_engine::Context;

use super::event_loop::{EventLoop, PolledFuture};
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

impl EventLoop {
    /// Adds a future, which the loop owns until [`Self::remove_future`]. Returns its number and its waker.
    pub(crate) fn add_future(&self, future: Rc<dyn PolledFuture>) -> (usize, Arc<FutureWaker>) {
        let number = self.futures.borrow_mut().insert(future);
        (number, Arc::new(FutureWaker { remote: self.remote(), number, is_woken: AtomicBool::new(false) }))
    }

    pub(crate) fn remove_future(&self, number: usize) {
        let removed = self.futures.borrow_mut().try_remove(number);
        drop(removed);
    }

    /// The number of a future that has ended may belong to another one: a future may be polled for no reason.
    pub(super) fn future_was_woken(&self, number: usize, context: &mut Context) {
        let future = self.futures.borrow().get(number).cloned();
        if let Some(future) = future {
            future.woken(self, context);
        }
    }
}
