//! What an event loop needs of a clock.

use std::time::SystemTime;

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

    /// The wall-clock time of the time origin.
    fn origin(&self) -> SystemTime;

    /// Whether this is virtual time, so that a run can be repeated: parking until a time makes it that time at once. If
    /// so, the local time zone is UTC unless the environment variable `TZ` is set, and `Math.random` returns the same
    /// numbers in every run.
    fn is_virtual(&self) -> bool {
        false
    }
}
