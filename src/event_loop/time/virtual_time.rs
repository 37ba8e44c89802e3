//! Time that jumps instead of passing, so that runs can be repeated.

use std::cell::Cell;
use std::sync::Arc;
use std::task::Waker;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::clock::Clock;
use super::parker::Parker;
use super::timestamp::Timestamp;
use super::wake_flag::WakeFlag;
use crate::debug::debug;

/// Time that stands still while anything runs, and jumps to the next deadline when the loop would sleep.
///
/// There is one exception: a program that has [read](Clock::read) the time 100,000 times since the last jump is
/// assumed to wait in a loop. From then on, 1,000 readings are enough for this assumption. With every hundredth
/// reading after these, one millisecond passes, until the next jump. A [turn](Clock::turn) of the event loop counts as
/// a reading: a program may also wait in a loop of tasks.
///
/// The time origin is always the start of the year 2000 in UTC, so that every run sees the same dates.
pub struct VirtualTime {
    now: Cell<Timestamp>,
    /// The number of readings and turns since the last jump.
    readings: Cell<u32>,
    /// Whether the program has ever read the time.
    has_been_read: Cell<bool>,
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
            has_been_read: Cell::default(),
            reading_limit: Cell::new(Self::INITIAL_READING_LIMIT),
            wake_flag: Arc::default(),
        }
    }

    /// Advances the time.
    pub fn advance(&self, duration: Duration) {
        self.jump(self.now().after(duration));
    }

    /// Whether the program has read the time, so that it can tell how late something is.
    pub(crate) fn has_been_read(&self) -> bool {
        self.has_been_read.get()
    }

    /// Counts a reading. Time passes if there were so many that the program waits in a loop.
    fn count_reading(&self) {
        let readings = self.readings.get() + 1;
        self.readings.set(readings);
        if readings == self.reading_limit.get() + Self::READINGS_PER_MILLISECOND {
            self.reading_limit.set(Self::REDUCED_READING_LIMIT);
            self.readings.set(Self::REDUCED_READING_LIMIT);
            self.now.set(self.now().after_milliseconds(1));
        }
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
        self.has_been_read.set(true);
        self.count_reading();
        self.now()
    }

    fn turn(&self) {
        self.count_reading();
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

#[cfg(test)]
mod tests {
    use super::{Clock, Timestamp, VirtualTime};

    #[test]
    fn time_passes_for_a_program_that_keeps_running_tasks() {
        let time = VirtualTime::new();
        let limit = VirtualTime::INITIAL_READING_LIMIT + VirtualTime::READINGS_PER_MILLISECOND;
        (1..limit).for_each(|_| time.turn());
        assert_eq!(time.now(), Timestamp::default());
        time.turn();
        assert_eq!(time.now(), Timestamp::default().after_milliseconds(1));
        (0..VirtualTime::READINGS_PER_MILLISECOND).for_each(|_| time.turn());
        assert_eq!(time.now(), Timestamp::default().after_milliseconds(2));
        assert!(!time.has_been_read());
    }
}
