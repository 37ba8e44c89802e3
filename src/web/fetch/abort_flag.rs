//! Tells other threads that a request was aborted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

type Steps = Box<dyn FnOnce() + Send>;

/// Whether the program has aborted a request. Copies share the flag.
#[derive(Clone, Default)]
pub(super) struct AbortFlag(Arc<Shared>);

#[derive(Default)]
struct Shared {
    is_set: AtomicBool,
    /// What the network does when the request is aborted.
    steps: Mutex<Option<Steps>>,
}

impl AbortFlag {
    pub(super) fn is_set(&self) -> bool {
        self.0.is_set.load(Ordering::Acquire)
    }

    /// Sets the flag, and runs the steps, if there are any.
    pub(super) fn set(&self) {
        self.0.is_set.store(true, Ordering::Release);
        self.run();
    }

    /// Sets the steps. They run at once if the flag is set.
    pub(super) fn on_set(&self, steps: Steps) {
        *self.0.steps.lock().unwrap_or_else(PoisonError::into_inner) = Some(steps);
        if self.is_set() {
            self.run();
        }
    }

    /// Drops the steps.
    pub(super) fn forget(&self) {
        drop(self.take());
    }

    fn take(&self) -> Option<Steps> {
        self.0.steps.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn run(&self) {
        if let Some(steps) = self.take() {
            steps();
        }
    }
}
