//! Access from other threads: queuing a closure on an event loop, waking it, stopping it, keeping it alive.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::task::Waker;

use boa_engine::Context;

use crate::debug::debug;

type Delivery = Box<dyn FnOnce(&mut Context) + Send>;

struct Shared {
    deliveries: Mutex<Vec<Delivery>>,
    delivered: AtomicBool,
    stopped: AtomicBool,
    keep_alive: AtomicUsize,
    waker: Waker,
}

/// A handle to an event loop for other threads. It is cheap to clone and may outlive the loop.
///
/// ```
/// use posttask::Runtime;
///
/// let mut runtime = Runtime::builder().build()?;
/// let remote = runtime.event_loop().remote();
/// let alive = remote.keep_alive();
/// std::thread::spawn(move || {
///     remote.queue_a_task(|context| {
///         let ten = context.eval(posttask::boa_engine::Source::from_bytes("globalThis.x = 10"));
///         assert!(ten.is_ok());
///     });
///     drop(alive);
/// });
/// runtime.run();
/// assert_eq!(runtime.run_script("x")?.as_number(), Some(10.0));
/// # Ok::<(), posttask::Error>(())
/// ```
#[derive(Clone)]
pub struct Remote {
    shared: Arc<Shared>,
}

debug!(Remote, "keeps_alive" = |remote| remote.keeps_alive());

/// While this value exists, the event loop does not end for lack of work. Returned by [`Remote::keep_alive`].
pub struct KeepAlive {
    shared: Arc<Shared>,
}

debug!(KeepAlive);

impl Drop for KeepAlive {
    fn drop(&mut self) {
        self.shared.keep_alive.fetch_sub(1, Ordering::Release);
        self.shared.waker.wake_by_ref();
    }
}

impl Remote {
    pub(super) fn new(waker: Waker) -> Self {
        Self {
            shared: Arc::new(Shared {
                deliveries: Mutex::default(),
                delivered: AtomicBool::new(false),
                stopped: AtomicBool::new(false),
                keep_alive: AtomicUsize::new(0),
                waker,
            }),
        }
    }

    /// Queues a task that runs on the event loop's thread, and wakes the loop. If the loop no longer exists, the task
    /// never runs, and is dropped with the last [`Remote`]. A panic of the task propagates to the code that runs the
    /// loop.
    pub fn queue_a_task(&self, task: impl FnOnce(&mut Context) + Send + 'static) {
        self.shared.deliveries.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(task));
        self.shared.delivered.store(true, Ordering::Release);
        self.wake();
    }

    /// Wakes the loop if it sleeps.
    pub fn wake(&self) {
        self.shared.waker.wake_by_ref();
    }

    /// Makes the loop return as soon as the running task has ended. A running callback cannot be interrupted.
    pub fn stop(&self) {
        self.shared.stopped.store(true, Ordering::Release);
        self.wake();
    }

    /// Keeps the loop waiting for tasks until the returned value is dropped.
    #[must_use]
    pub fn keep_alive(&self) -> KeepAlive {
        self.shared.keep_alive.fetch_add(1, Ordering::Relaxed);
        KeepAlive { shared: Arc::clone(&self.shared) }
    }

    pub(super) fn keeps_alive(&self) -> bool {
        self.shared.keep_alive.load(Ordering::Acquire) > 0 || self.shared.delivered.load(Ordering::Acquire)
    }

    /// Whether [`Self::stop`] has been called since the last call of this function.
    pub(super) fn take_stop(&self) -> bool {
        self.shared.stopped.load(Ordering::Relaxed) && self.shared.stopped.swap(false, Ordering::AcqRel)
    }

    pub(super) fn take_deliveries(&self) -> Vec<Delivery> {
        if !self.shared.delivered.load(Ordering::Relaxed) || !self.shared.delivered.swap(false, Ordering::AcqRel) {
            return Vec::new();
        }
        std::mem::take(&mut *self.shared.deliveries.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
