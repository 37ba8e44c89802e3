//! Points in time, and milliseconds.

use std::fmt;
use std::time::Duration;

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
    pub(crate) fn before(self, duration: Duration) -> Self {
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
