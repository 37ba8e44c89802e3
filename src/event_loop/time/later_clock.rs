//! A clock with a later time origin.

use std::rc::Rc;
use std::time::{Duration, SystemTime};

use super::clock::Clock;
use super::timestamp::Timestamp;

/// Another clock, with a [time origin](https://w3c.github.io/hr-time/#dfn-time-origin) of its own: that of an agent
/// that is created later.
pub(crate) struct LaterClock {
    clock: Rc<dyn Clock>,
    /// The time origin of this clock, by the other one.
    origin: Timestamp,
}

impl LaterClock {
    /// A clock whose time origin is now.
    pub(crate) fn new(clock: Rc<dyn Clock>) -> Self {
        Self { origin: clock.now(), clock }
    }

    /// The time origin of this clock, by the other one.
    pub(crate) fn origin_by_the_other(&self) -> Timestamp {
        self.origin
    }

    /// When that is by the other clock.
    pub(crate) fn by_the_other(&self, time: Timestamp) -> Timestamp {
        self.origin.after(time.elapsed())
    }

    fn since_origin(&self, time: Timestamp) -> Timestamp {
        Timestamp::since_origin(time.duration_since(self.origin))
    }
}

impl Clock for LaterClock {
    fn now(&self) -> Timestamp {
        self.since_origin(self.clock.now())
    }

    fn read(&self) -> Timestamp {
        self.since_origin(self.clock.read())
    }

    fn turn(&self) {
        self.clock.turn();
    }

    fn origin(&self) -> SystemTime {
        self.clock.origin() + self.origin.elapsed()
    }

    fn machine_time(&self, duration: Duration) -> Duration {
        self.clock.machine_time(duration)
    }

    fn is_virtual(&self) -> bool {
        self.clock.is_virtual()
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::time::Duration;

    use super::LaterClock;
    use crate::event_loop::{Clock, Timestamp, VirtualTime};

    #[test]
    fn the_same_moment_has_two_times() {
        let time = Rc::new(VirtualTime::new());
        time.advance(Duration::from_millis(30));
        let later = LaterClock::new(Rc::clone(&time) as _);
        time.advance(Duration::from_millis(5));
        let five = Timestamp::default().after_milliseconds(5);
        assert_eq!((later.now(), later.by_the_other(five)), (five, time.now()));
        assert_eq!(later.origin() + Duration::from_millis(5), time.origin() + time.now().elapsed());
        assert!(later.is_virtual());
    }
}
