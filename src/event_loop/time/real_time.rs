//! The machine's time, for an event loop.

use std::sync::Arc;
use std::task::Waker;
use std::time::SystemTime;

use super::clock::Clock;
use super::machine::{Instant, now, wall_clock};
use super::parker::Parker;
use super::timestamp::Timestamp;
use super::wake_flag::WakeFlag;
use crate::debug::debug;

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
    pub fn new() -> Self {
        Self { origin: now(), wall_clock: wall_clock(), wake_flag: Arc::default() }
    }
}

impl Default for RealTime {
    fn default() -> Self {
        Self::new()
    }
}

impl Clock for RealTime {
    fn now(&self) -> Timestamp {
        Timestamp::since_origin(self.origin.elapsed())
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
