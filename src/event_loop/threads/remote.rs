//! Access from other threads: queuing a closure on an event loop, waking it, stopping it, keeping it alive.

use std::panic::Location;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Waker;
use std::thread::{self, ThreadId};
use std::vec;

use boa_engine::Context;
use slab::Slab;

use crate::debug::debug;

/// Steps that the event loop takes before it chooses its next task. They run no JavaScript.
type DeliverySteps = Box<dyn FnOnce(&mut Context) + Send>;

/// What another thread has for an event loop.
pub(crate) enum Delivery {
    /// A task of the task source [`Remote`](crate::event_loop::TaskSource::Remote).
    Task(Box<dyn FnOnce(&mut Context) + Send>),
    Steps(DeliverySteps),
    /// The future with this number can make progress.
    FutureWoken(usize),
}

#[derive(Default)]
struct Inbox {
    deliveries: Vec<Delivery>,
    is_closed: bool,
}

struct Shared {
    inbox: Mutex<Inbox>,
    /// Whether the inbox has deliveries that the loop has not been woken for, or not taken.
    delivered: AtomicBool,
    stopped: AtomicBool,
    /// The number of entries of `holders`.
    keep_alive: AtomicUsize,
    holders: Mutex<Slab<Option<&'static Location<'static>>>>,
    waker: Waker,
    /// The thread of the loop.
    thread: ThreadId,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The error of a thread that wants something of an event loop that no longer exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the event loop no longer exists")]
pub struct Closed;

/// A handle to an event loop for other threads. It is cheap to clone and may outlive the loop.
///
/// What one thread queues runs in the order in which it was queued, among work of the same priority. Work that the loop
/// has not taken when it is dropped is dropped with it.
///
/// ```
/// use posttask::Runtime;
///
/// let mut runtime = Runtime::builder().build()?;
/// let remote = runtime.event_loop().remote();
/// let alive = remote.keep_alive();
/// std::thread::spawn(move || {
///     let queued = remote.queue_a_task(|context| {
///         let ten = context.eval(posttask::boa_engine::Source::from_bytes("globalThis.x = 10"));
///         assert!(ten.is_ok());
///     });
///     assert!(queued.is_ok());
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

debug!(Remote, "keeps_alive" = |remote| remote.keeps_alive(), "is_closed" = |remote| remote.is_closed());

/// While this value exists, the event loop does not end for lack of work. Returned by [`Remote::keep_alive`].
pub struct KeepAlive {
    shared: Arc<Shared>,
    holder: usize,
}

debug!(KeepAlive);

impl Drop for KeepAlive {
    fn drop(&mut self) {
        lock(&self.shared.holders).try_remove(self.holder);
        self.shared.keep_alive.fetch_sub(1, Ordering::Release);
        self.shared.waker.wake_by_ref();
    }
}

impl Remote {
    pub(crate) fn new(waker: Waker) -> Self {
        Self {
            shared: Arc::new(Shared {
                inbox: Mutex::default(),
                delivered: AtomicBool::new(false),
                stopped: AtomicBool::new(false),
                keep_alive: AtomicUsize::new(0),
                holders: Mutex::default(),
                waker,
                thread: thread::current().id(),
            }),
        }
    }

    /// Queues a task without a priority: it runs in the order of its age, like the callback of a timer. Wakes the loop.
    /// A panic of the task propagates to the code that runs the loop. For a task with a priority and a result, use
    /// [`Self::call`].
    ///
    /// # Errors
    ///
    /// [`Closed`] if the loop no longer exists. A task that was queued before is dropped with the loop if it has not
    /// run.
    pub fn queue_a_task(&self, task: impl FnOnce(&mut Context) + Send + 'static) -> Result<(), Closed> {
        self.deliver(Delivery::Task(Box::new(task)))
    }

    pub(crate) fn deliver(&self, delivery: Delivery) -> Result<(), Closed> {
        {
            let mut inbox = lock(&self.shared.inbox);
            if inbox.is_closed {
                return Err(Closed);
            }
            inbox.deliveries.push(delivery);
        }
        // If the flag is set already, the loop was woken and has not taken the deliveries yet.
        if !self.shared.delivered.swap(true, Ordering::AcqRel) {
            self.wake();
        }
        Ok(())
    }

    /// Wakes the loop if it sleeps.
    pub fn wake(&self) {
        self.shared.waker.wake_by_ref();
    }

    /// Makes the function that drives the loop return as soon as the running task has ended: `run`, `run_until`,
    /// `run_until_idle`, `run_for`, `poll` or `turn`. `eval_async`, `settle`, `import` and `eval_module` return
    /// [`Error::Stopped`](crate::Error::Stopped). If none is running, the next one returns at once. A running callback
    /// cannot be interrupted.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::event_loop::Outcome;
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// runtime.run_script("const again = () => scheduler.postTask(again); again()")?;
    /// let remote = runtime.event_loop().remote();
    /// let thread = std::thread::spawn(move || remote.stop());
    /// assert_eq!(runtime.run(), Outcome::Stopped);
    /// assert!(runtime.has_work() && thread.join().is_ok());
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn stop(&self) {
        self.shared.stopped.store(true, Ordering::Release);
        self.wake();
    }

    /// Keeps the loop waiting for tasks until the returned value is dropped.
    /// [`EventLoop::pending`](crate::event_loop::EventLoop::pending) names the place of this call.
    #[must_use]
    #[track_caller]
    pub fn keep_alive(&self) -> KeepAlive {
        self.hold(Some(Location::caller()))
    }

    /// Like [`Self::keep_alive`], for work that is listed elsewhere.
    pub(crate) fn hold(&self, place: Option<&'static Location<'static>>) -> KeepAlive {
        let holder = lock(&self.shared.holders).insert(place);
        self.shared.keep_alive.fetch_add(1, Ordering::Relaxed);
        KeepAlive { shared: Arc::clone(&self.shared), holder }
    }

    /// Where [`Self::keep_alive`] was called for the values that exist.
    pub(crate) fn holders(&self) -> Vec<&'static Location<'static>> {
        lock(&self.shared.holders).iter().filter_map(|(_, place)| *place).collect()
    }

    /// Whether this is the thread of the loop.
    pub(crate) fn is_own_thread(&self) -> bool {
        self.shared.thread == thread::current().id()
    }

    pub(crate) fn is_of_the_same_loop(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shared, &other.shared)
    }

    /// Whether the loop no longer exists.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        lock(&self.shared.inbox).is_closed
    }

    /// Drops what the loop has not taken. Nothing is delivered any more.
    pub(crate) fn close(&self) {
        let deliveries = {
            let mut inbox = lock(&self.shared.inbox);
            inbox.is_closed = true;
            std::mem::take(&mut inbox.deliveries)
        };
        // What is dropped may call the loop.
        drop(deliveries);
    }

    pub(crate) fn keeps_alive(&self) -> bool {
        self.shared.keep_alive.load(Ordering::Acquire) > 0 || self.has_deliveries()
    }

    pub(crate) fn has_deliveries(&self) -> bool {
        self.shared.delivered.load(Ordering::Acquire)
    }

    /// The number of deliveries that the loop has not taken.
    pub(crate) fn deliveries(&self) -> usize {
        lock(&self.shared.inbox).deliveries.len()
    }

    /// Whether the next turn will stop.
    pub(crate) fn is_stopped(&self) -> bool {
        self.shared.stopped.load(Ordering::Acquire)
    }

    /// Whether [`Self::stop`] has been called since the last call of this function.
    pub(crate) fn take_stop(&self) -> bool {
        self.shared.stopped.load(Ordering::Relaxed) && self.shared.stopped.swap(false, Ordering::AcqRel)
    }

    /// Takes what other threads have delivered. What the caller does not take from the iterator stays.
    pub(crate) fn take_deliveries(&self) -> Deliveries<'_> {
        // A swap, not a store: it sees what was delivered before the flag was set.
        self.shared.delivered.swap(false, Ordering::AcqRel);
        let taken = std::mem::take(&mut lock(&self.shared.inbox).deliveries);
        Deliveries { shared: &self.shared, taken: taken.into_iter() }
    }
}

/// Deliveries that the loop accepts.
pub(crate) struct Deliveries<'a> {
    shared: &'a Shared,
    taken: vec::IntoIter<Delivery>,
}

impl Iterator for Deliveries<'_> {
    type Item = Delivery;

    fn next(&mut self) -> Option<Delivery> {
        self.taken.next()
    }
}

impl Drop for Deliveries<'_> {
    /// If an observer panics, the rest is for the next turn.
    fn drop(&mut self) {
        if self.taken.len() > 0 {
            lock(&self.shared.inbox).deliveries.splice(..0, &mut self.taken);
            self.shared.delivered.store(true, Ordering::Release);
        }
    }
}
