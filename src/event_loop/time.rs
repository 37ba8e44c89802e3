//! The clock of the event loop, real or virtual. Only this module reads the system's clock.

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::task::Waker;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use super::parker::{Parker, WakeFlag};
use crate::debug::debug;

/// Converts a duration to milliseconds, including the fraction. A whole number of milliseconds is converted exactly.
/// Multiplying the seconds by 1000 would not guarantee this.
#[must_use]
pub fn milliseconds(duration: Duration) -> f64 {
    duration.div_duration_f64(Duration::from_millis(1))
}

/// A point in time, as the time since the event loop's time origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(Duration);

impl Timestamp {
    /// Creates the timestamp for the given time after the time origin.
    #[must_use]
    pub const fn since_origin(elapsed: Duration) -> Self {
        Self(elapsed)
    }

    /// The time since the time origin.
    #[must_use]
    pub const fn elapsed(self) -> Duration {
        self.0
    }

    /// The time since the time origin in milliseconds, including the fraction.
    #[must_use]
    pub fn as_milliseconds(self) -> f64 {
        milliseconds(self.0)
    }

    /// The time this many milliseconds later; the maximum timestamp in case of overflow.
    #[must_use]
    pub fn after_milliseconds(self, milliseconds: u64) -> Self {
        self.after(Duration::from_millis(milliseconds))
    }

    /// The time this much later; the maximum timestamp in case of overflow.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }

    /// The time this much earlier; zero if that is before the time origin.
    pub(super) fn before(self, duration: Duration) -> Self {
        Self(self.0.saturating_sub(duration))
    }

    /// The time from `earlier` to this timestamp; zero if `earlier` is later.
    #[must_use]
    pub fn duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl fmt::Display for Timestamp {
    /// In milliseconds, for example `12.5 ms`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.as_milliseconds())
    }
}

/// A clock.
///
/// An event loop needs three things from its host: a clock, a [`Parker`] that waits, and a [`Waker`](std::task::Waker)
/// that ends the wait. [`RealTime`] and [`VirtualTime`] are both clock and parker.
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

/// The machine's monotonic clock.
pub struct RealTime {
    origin: Instant,
    wall_clock: SystemTime,
    wake_flag: Arc<WakeFlag>,
}

debug!(RealTime, "now" = |time| time.now());

impl RealTime {
    /// Creates a clock whose time origin is now.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the one clock that everything else must use")]
    pub fn new() -> Self {
        Self { origin: Instant::now(), wall_clock: SystemTime::now(), wake_flag: Arc::default() }
    }
}

impl Default for RealTime {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for RealTime {
    fn now(&self) -> Timestamp {
        Timestamp(self.origin.elapsed())
    }

    fn origin(&self) -> SystemTime {
        self.wall_clock
    }
}

impl Parker for RealTime {
    fn park(&self, until: Option<Timestamp>) {
        self.wake_flag.wait(until.map(|until| until.duration_since(self.now())));
    }

    fn unparker(&self) -> Waker {
        Arc::clone(&self.wake_flag).into()
    }
}

/// Time that stands still while anything runs, and jumps to the next deadline when the loop would sleep.
///
/// There is one exception: a program that has [read](Clock::read) the time 100,000 times since the last jump is
/// assumed to wait in a loop. From then on, 1,000 readings are enough for this assumption. With every hundredth
/// reading after these, one millisecond passes, until the next jump.
///
/// The time origin is always the start of the year 2000 in UTC, so that every run sees the same dates.
pub struct VirtualTime {
    now: Cell<Timestamp>,
    /// The number of readings since the last jump.
    readings: Cell<u32>,
    /// With more readings than this, the program is assumed to wait in a loop.
    reading_limit: Cell<u32>,
    wake_flag: Arc<WakeFlag>,
}

debug!(VirtualTime, "now" = |time| time.now);

impl VirtualTime {
    /// The wall-clock time of the origin: the time from 1970 to 2000-01-01T00:00:00Z, with 7 leap years.
    const ORIGIN: Duration = Duration::from_hours((30 * 365 + 7) * 24);

    /// The limit of readings for a program that has not waited in a loop yet.
    const INITIAL_READING_LIMIT: u32 = 100_000;

    /// The limit of readings for a program that has waited in a loop.
    const REDUCED_READING_LIMIT: u32 = 1_000;

    /// The number of readings after which a millisecond passes in a loop that waits.
    const READINGS_PER_MILLISECOND: u32 = 100;

    /// Creates a clock that starts at zero.
    #[must_use]
    pub fn new() -> Self {
        Self {
            now: Cell::default(),
            readings: Cell::default(),
            reading_limit: Cell::new(Self::INITIAL_READING_LIMIT),
            wake_flag: Arc::default(),
        }
    }

    /// Advances the time.
    pub fn advance(&self, duration: Duration) {
        self.jump(self.now().after(duration));
    }

    fn jump(&self, to: Timestamp) {
        self.readings.set(0);
        self.now.set(to);
    }
}

impl Default for VirtualTime {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for VirtualTime {
    fn now(&self) -> Timestamp {
        self.now.get()
    }

    fn read(&self) -> Timestamp {
        let readings = self.readings.get() + 1;
        self.readings.set(readings);
        if readings == self.reading_limit.get() + Self::READINGS_PER_MILLISECOND {
            self.reading_limit.set(Self::REDUCED_READING_LIMIT);
            self.readings.set(Self::REDUCED_READING_LIMIT);
            self.now.set(self.now().after_milliseconds(1));
        }
        self.now()
    }

    fn origin(&self) -> SystemTime {
        UNIX_EPOCH + Self::ORIGIN
    }

    fn is_virtual(&self) -> bool {
        true
    }
}

impl Parker for VirtualTime {
    fn park(&self, until: Option<Timestamp>) {
        match until {
            Some(until) if !self.wake_flag.is_rung() => self.jump(self.now().max(until)),
            // Without a deadline, only another thread can wake the loop, so this waits in real time. If the loop has
            // already been woken, this returns at once.
            _ => self.wake_flag.wait(None),
        }
    }

    fn unparker(&self) -> Waker {
        Arc::clone(&self.wake_flag).into()
    }
}
