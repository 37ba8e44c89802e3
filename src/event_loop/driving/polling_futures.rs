//! Adding futures of the embedder, and continuing those that are woken.

use std::rc::Rc;
use std::sync::Arc;

use boa_engine::Context;

use crate::event_loop::event_loop::{EventLoop, PolledFuture};
use crate::event_loop::threads::FutureWaker;

impl EventLoop {
    /// Adds a future, which the loop owns until [`Self::remove_future`]. Returns its number and its waker.
    pub(crate) fn add_future(&self, future: Rc<dyn PolledFuture>) -> (usize, Arc<FutureWaker>) {
        self.connections.add_future(future)
    }

    pub(crate) fn remove_future(&self, number: usize) {
        self.connections.futures().remove(number);
    }

    /// A future may be woken, and so polled, for no reason.
    pub(in crate::event_loop) fn future_was_woken(&self, number: usize, context: &mut Context) {
        if let Some(future) = self.connections.futures().get(number) {
            future.woken(self, context);
        }
    }
}
