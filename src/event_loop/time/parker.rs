//! How the thread of an event loop waits.

use std::rc::Rc;
use std::sync::Arc;
use std::task::Waker;

use super::clock::Clock;
use super::timestamp::Timestamp;
use super::wake_flag::WakeFlag;
use crate::debug::debug;

/// A way to wait until a time, or until another thread has something for the event loop.
///
/// The contract that no wake-up is lost: if the waker was called since [`Self::park`] last returned, the next `park`
/// returns at once. The event loop calls `park` only on its own thread, and it looks for work after each `park`. So it
/// does not matter whether the waker is called before or during `park`, how often, or from which thread. `park` may
/// also return early for no reason.
pub trait Parker {
    /// Waits until `until`, or without a time limit if it is `None`, or until the waker is called.
    fn park(&self, until: Option<Timestamp>);

    /// Returns the waker that ends [`Self::park`], from any thread.
    fn unparker(&self) -> Waker;
}

/// Parks the thread by the clock of the embedder.
pub struct ThreadParker {
    clock: Rc<dyn Clock>,
    wake_flag: Arc<WakeFlag>,
}

debug!(ThreadParker);

impl ThreadParker {
    /// Creates a parker that waits as long as [`Clock::machine_time`] says.
    #[must_use]
    pub fn new(clock: Rc<dyn Clock>) -> Self {
        Self { clock, wake_flag: Arc::default() }
    }
}

impl Parker for ThreadParker {
    fn park(&self, until: Option<Timestamp>) {
        self.wake_flag.wait(until.map(|until| self.clock.machine_time(until.duration_since(self.clock.now()))));
    }

    fn unparker(&self) -> Waker {
        Arc::clone(&self.wake_flag).into()
    }
}
