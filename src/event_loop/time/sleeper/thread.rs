//! A thread that sleeps.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

/// The thread that sleeps, or has slept last.
#[derive(Default)]
pub(crate) struct Sleeper(Mutex<Option<Thread>>);

impl Sleeper {
    /// Makes this thread the one that [`Self::wake`] wakes.
    pub(crate) fn register(&self) {
        *self.lock() = Some(thread::current());
    }

    /// Sleeps until the thread is woken, or until the timeout. May return early.
    pub(crate) fn sleep(timeout: Option<Duration>) {
        match timeout {
            Some(timeout) => thread::park_timeout(timeout),
            None => thread::park(),
        }
    }

    /// Wakes the thread.
    pub(crate) fn wake(&self) {
        // The lock is released first: the thread may run at once, and need it.
        let thread = self.lock().clone();
        if let Some(thread) = thread {
            thread.unpark();
        }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Thread>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
