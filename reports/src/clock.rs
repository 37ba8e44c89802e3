//! Times that grow with each event.

use posttask::event_loop::Timestamp;

/// Gives each event a time of its own, in microseconds.
///
/// Each time is at least one microsecond after the one before. So an event that contains others also starts before
/// them and ends after them, even under virtual time, where many events happen at the same time.
#[derive(Debug, Default)]
pub struct GrowingClock {
    last: u64,
}

impl GrowingClock {
    /// The time of an event that happens now.
    pub fn stamp(&mut self, now: Timestamp) -> u64 {
        self.last = micros(now).max(self.last + 1);
        self.last
    }
}

/// A time in microseconds. Times beyond what JavaScript can represent exactly are the latest such time.
#[must_use]
pub fn micros(time: Timestamp) -> u64 {
    const LATEST: u64 = 1 << 52;
    u64::try_from(time.elapsed().as_micros()).map_or(LATEST, |micros| micros.min(LATEST))
}
