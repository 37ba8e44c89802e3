//! A future that is ready after a garbage-collected value was collected.

use std::cell::Cell;
use std::future::poll_fn;
use std::rc::Rc;
use std::task::{Poll, Waker};

/// A part of the value that is waited for. It ends with the value.
#[derive(Default)]
pub(super) struct Life(Rc<Cell<Option<Waker>>>);

impl Life {
    /// Waits until this part is dropped. Only one future may wait at a time.
    pub(super) fn end(&self) -> impl Future<Output = ()> + 'static {
        let life = Rc::downgrade(&self.0);
        poll_fn(move |polling| match life.upgrade() {
            Some(waker) => {
                waker.set(Some(polling.waker().clone()));
                Poll::Pending
            }
            None => Poll::Ready(()),
        })
    }
}

impl Drop for Life {
    fn drop(&mut self) {
        if let Some(waker) = self.0.take() {
            waker.wake();
        }
    }
}
