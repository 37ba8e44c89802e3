//! What an event loop needs of a clock.

use std::time::{Duration, SystemTime};

use super::timestamp::Timestamp;

/// A clock.
///
/// An event loop needs three things from its host: a clock, a [`Parker`] that waits, and a [`Waker`](std::task::Waker)
/// that ends the wait. [`RealTime`] and [`VirtualTime`] are both clock and parker.
///
/// [`Parker`]: crate::event_loop::Parker
/// [`RealTime`]: crate::event_loop::RealTime
/// [`VirtualTime`]: crate::event_loop::VirtualTime
pub trait Clock {
    /// The current time. It never decreases.
    fn now(&self) -> Timestamp;

    /// The current time, for a program that reads the clock. A program that keeps reading the clock is assumed to wait,
    /// so an implementation may let time pass.
    fn read(&self) -> Timestamp {
        self.now()
    }

    /// A turn of the event loop begins. A program that keeps running tasks may wait, too, so an implementation may let
    /// time pass.
    fn turn(&self) {}

    /// The wall-clock time of the time origin.
    fn origin(&self) -> SystemTime;

    /// How long the machine takes for this duration of the clock. Override it if the clock is faster or slower than the
    /// machine's: the event loop waits that long for a timer.
    ///
    /// ```
    /// use std::rc::Rc;
    /// use std::time::{Duration, Instant, SystemTime};
    ///
    /// use posttask::Runtime;
    /// use posttask::event_loop::{Clock, Outcome, RealTime, Timestamp};
    ///
    /// /// A thousand times as fast as the machine's.
    /// struct Fast(RealTime);
    ///
    /// impl Clock for Fast {
    ///     fn now(&self) -> Timestamp {
    ///         Timestamp::since_origin(self.0.now().elapsed() * 1000)
    ///     }
    ///
    ///     fn machine_time(&self, duration: Duration) -> Duration {
    ///         duration / 1000
    ///     }
    ///
    ///     fn origin(&self) -> SystemTime {
    ///         self.0.origin()
    ///     }
    /// }
    ///
    /// let start = Instant::now();
    /// let mut runtime = Runtime::builder().clock(Rc::new(Fast(RealTime::new()))).build()?;
    /// runtime.run_script("setTimeout(() => globalThis.done = true, 3_600)")?;
    /// let executor = tokio::runtime::Builder::new_current_thread().build().expect("an executor");
    /// assert_eq!(executor.block_on(runtime.run_async()), Outcome::OutOfWork);
    /// assert!(runtime.run_script("done")?.to_boolean() && start.elapsed() < Duration::from_secs(3));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    fn machine_time(&self, duration: Duration) -> Duration {
        duration
    }

    /// Whether this is virtual time, so that a run can be repeated: parking until a time makes it that time at once. If
    /// so, the local time zone is UTC unless the environment variable `TZ` is set, and `Math.random` returns the same
    /// numbers in every run.
    fn is_virtual(&self) -> bool {
        false
    }
}
