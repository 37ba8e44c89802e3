//! What happens when an event loop is woken.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Wake, Waker};

use futures_util::task::AtomicWaker;

/// Wakes an event loop however it is driven: ends the sleep of its thread, and wakes the executor that polls it and the
/// host's own loop.
pub(crate) struct LoopWaker {
    unparker: Waker,
    /// The executor that polls the loop, until it is woken.
    executor: AtomicWaker,
    host: Option<Waker>,
    /// Whether the loop was woken since [`Self::take_woken`].
    woken: AtomicBool,
}

impl LoopWaker {
    pub(crate) fn new(unparker: Waker, host: Option<Waker>) -> Arc<Self> {
        Arc::new(Self { unparker, executor: AtomicWaker::new(), host, woken: AtomicBool::new(false) })
    }

    /// Wakes this executor, too, once. To be called before the loop looks for work.
    pub(crate) fn register(&self, executor: &Waker) {
        self.executor.register(executor);
    }

    /// Like waking, for code on the thread of the loop: that thread does not sleep.
    pub(crate) fn wake_from_here(&self) {
        self.executor.wake();
        if let Some(host) = &self.host {
            host.wake_by_ref();
        }
    }

    pub(crate) fn is_woken(&self) -> bool {
        self.woken.load(Ordering::Acquire)
    }

    /// To be called before the loop looks for work.
    pub(crate) fn clear_woken(&self) {
        self.woken.store(false, Ordering::Release);
    }
}

impl Wake for LoopWaker {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        self.woken.store(true, Ordering::Release);
        self.unparker.wake_by_ref();
        self.wake_from_here();
    }
}
