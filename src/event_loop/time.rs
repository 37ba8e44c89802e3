//! The one clock and the one place to sleep: real, or virtual.

use std::cell::Cell;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::task::{Wake, Waker};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

/// A duration in milliseconds, with a fraction. A whole number of them stays whole, which a thousand times the seconds may not.
pub(crate) fn milliseconds(duration: Duration) -> f64 {
    duration.div_duration_f64(Duration::from_millis(1))
}

/// A moment, as the time since the event loop's time origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Timestamp(Duration);

impl Timestamp {
    /// The moment this long after the time origin.
    #[must_use]
    pub const fn since_origin(elapsed: Duration) -> Self {
        Self(elapsed)
    }

    /// The time since the time origin.
    #[must_use]
    pub const fn elapsed(self) -> Duration {
        self.0
    }

    /// The time since the time origin, in milliseconds with a fraction.
    #[must_use]
    pub fn as_milliseconds(self) -> f64 {
        milliseconds(self.0)
    }

    /// The moment this many milliseconds later; the end of time if there is no such moment.
    #[must_use]
    pub fn after_milliseconds(self, milliseconds: u64) -> Self {
        self.after(Duration::from_millis(milliseconds))
    }

    /// The moment this much later; the end of time if there is no such moment.
    #[must_use]
    pub fn after(self, duration: Duration) -> Self {
        Self(self.0.saturating_add(duration))
    }

    /// How long it is until this moment, from an earlier one; zero from a later one.
    #[must_use]
    pub fn duration_since(self, earlier: Self) -> Duration {
        self.0.saturating_sub(earlier.0)
    }
}

impl fmt::Display for Timestamp {
    /// Milliseconds: `12.5 ms`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ms", self.as_milliseconds())
    }
}

/// A clock, and a way to wait for it.
pub trait Time {
    /// The current time. Never goes back.
    fn now(&self) -> Timestamp;

    /// The current time, for a program that asks for it. One that does so again and again is waiting for it to pass.
    fn read(&self) -> Timestamp {
        self.now()
    }

    /// The wall-clock time of the time origin.
    fn origin(&self) -> SystemTime;

    /// Waits until the moment `until`, or for ever if there is none, or until somebody wakes the loop.
    fn park(&self, until: Option<Timestamp>);

    /// Ends a [`Self::park`], from any thread. If nobody is parked, the next `park` returns at once.
    fn waker(&self) -> Waker;

    /// Whether the loop has been woken since the last [`Self::park`] returned.
    fn is_woken(&self) -> bool;
}

/// A flag that can be waited for.
#[derive(Default)]
struct Bell {
    rung: Mutex<bool>,
    changed: Condvar,
}

impl Bell {
    fn is_rung(&self) -> bool {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until the bell rings, at most this long, and silences it.
    fn wait(&self, timeout: Option<Duration>) {
        let rung = self.rung.lock().unwrap_or_else(PoisonError::into_inner);
        let silent = |rung: &mut bool| !*rung;
        let mut rung = match timeout {
            Some(timeout) => {
                self.changed.wait_timeout_while(rung, timeout, silent).unwrap_or_else(PoisonError::into_inner).0
            }
            None => self.changed.wait_while(rung, silent).unwrap_or_else(PoisonError::into_inner),
        };
        *rung = false;
    }
}

impl Wake for Bell {
    fn wake(self: Arc<Self>) {
        self.wake_by_ref();
    }

    fn wake_by_ref(self: &Arc<Self>) {
        *self.rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_one();
    }
}

/// The machine's monotonic clock.
pub struct RealTime {
    origin: Instant,
    wall_clock: SystemTime,
    bell: Arc<Bell>,
}

impl RealTime {
    /// Time starts now.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the one clock that everything else must ask")]
    pub fn new() -> Self {
        Self { origin: Instant::now(), wall_clock: SystemTime::now(), bell: Arc::default() }
    }
}

impl Default for RealTime {
    fn default() -> Self {
        Self::new()
    }
}

impl Time for RealTime {
    fn now(&self) -> Timestamp {
        Timestamp(self.origin.elapsed())
    }

    fn origin(&self) -> SystemTime {
        self.wall_clock
    }

    fn park(&self, until: Option<Timestamp>) {
        self.bell.wait(until.map(|until| until.duration_since(self.now())));
    }

    fn waker(&self) -> Waker {
        Arc::clone(&self.bell).into()
    }

    fn is_woken(&self) -> bool {
        self.bell.is_rung()
    }
}

/// Time that stands still while anything runs, and jumps to the next deadline when the loop would sleep.
///
/// But a program that has [read](Time::read) it a hundred thousand times since the last jump is taken to wait in a loop, and from then on one
/// that has read it a thousand times. A millisecond passes with every hundredth reading after these, until the next jump.
///
/// The time origin is the start of the year 2000 in UTC, whenever the program runs: two runs see the same dates.
pub struct VirtualTime {
    now: Cell<Timestamp>,
    /// How often it was read since it last jumped.
    readings: Cell<u32>,
    /// More readings than this are a loop that waits.
    patience: Cell<u32>,
    bell: Arc<Bell>,
}

impl VirtualTime {
    /// The wall-clock time of the origin: 2000-01-01T00:00:00Z is this long after 1970, which had 7 leap years between.
    const ORIGIN: Duration = Duration::from_hours((30 * 365 + 7) * 24);

    /// The patience with a program that has not waited in a loop yet.
    const FIRST_PATIENCE: u32 = 100_000;

    /// The patience with one that has.
    const LATER_PATIENCE: u32 = 1_000;

    /// A millisecond passes with so many readings of a loop that waits.
    const READINGS_PER_MILLISECOND: u32 = 100;

    /// Time starts at zero.
    #[must_use]
    pub fn new() -> Self {
        Self {
            now: Cell::default(),
            readings: Cell::default(),
            patience: Cell::new(Self::FIRST_PATIENCE),
            bell: Arc::default(),
        }
    }

    /// Moves time on.
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

impl Time for VirtualTime {
    fn now(&self) -> Timestamp {
        self.now.get()
    }

    fn read(&self) -> Timestamp {
        let readings = self.readings.get() + 1;
        self.readings.set(readings);
        if readings == self.patience.get() + Self::READINGS_PER_MILLISECOND {
            self.patience.set(Self::LATER_PATIENCE);
            self.readings.set(Self::LATER_PATIENCE);
            self.now.set(self.now().after_milliseconds(1));
        }
        self.now()
    }

    fn origin(&self) -> SystemTime {
        UNIX_EPOCH + Self::ORIGIN
    }

    fn park(&self, until: Option<Timestamp>) {
        match until {
            Some(until) if !self.bell.is_rung() => self.jump(self.now().max(until)),
            // Only another thread can go on from here, and it lives in real time.
            _ => self.bell.wait(None),
        }
    }

    fn waker(&self) -> Waker {
        Arc::clone(&self.bell).into()
    }

    fn is_woken(&self) -> bool {
        self.bell.is_rung()
    }
}
