//! A value that a future waits for, on one thread.

use std::cell::Cell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

/// A value that is set once and taken once. Only the first value counts.
pub(super) struct OneShot<T> {
    value: Cell<Option<T>>,
    is_set: Cell<bool>,
    waker: Cell<Option<Waker>>,
}

impl<T> Default for OneShot<T> {
    fn default() -> Self {
        Self { value: Cell::new(None), is_set: Cell::new(false), waker: Cell::new(None) }
    }
}

impl<T> OneShot<T> {
    /// Sets the value, and wakes the future that waits for it.
    pub(super) fn set(&self, value: T) {
        if self.is_set.replace(true) {
            return;
        }
        self.value.set(Some(value));
        if let Some(waker) = self.waker.take() {
            waker.wake();
        }
    }

    pub(super) fn take(&self) -> Option<T> {
        self.value.take()
    }

    pub(super) fn poll(&self, polling: &Context<'_>) -> Poll<T> {
        if let Some(value) = self.take() {
            return Poll::Ready(value);
        }
        self.waker.set(Some(polling.waker().clone()));
        Poll::Pending
    }

    /// Waits until the value is set, and takes it.
    pub(super) async fn wait(self: Rc<Self>) -> T {
        poll_fn(|polling| self.poll(polling)).await
    }
}
