//! The engine's clock, which `Date` uses: it reads the event loop's time.

use std::rc::Rc;
use std::time::UNIX_EPOCH;

use boa_engine::context::time::{Clock, JsInstant};

use crate::event_loop::Time;

pub(super) struct EventLoopClock {
    time: Rc<dyn Time>,
}

impl EventLoopClock {
    pub(super) fn new(time: Rc<dyn Time>) -> Self {
        Self { time }
    }
}

impl Clock for EventLoopClock {
    fn now(&self) -> JsInstant {
        let elapsed = self.time.read().elapsed();
        JsInstant::new(elapsed.as_secs(), elapsed.subsec_nanos())
    }

    /// Returns the wall-clock time of the origin plus the time since then, so that setting the system clock back has no
    /// effect on running programs.
    fn system_time_millis(&self) -> i64 {
        let elapsed = self.time.read().elapsed();
        let origin = self.time.origin().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(origin.saturating_add(elapsed).as_millis()).unwrap_or(i64::MAX)
    }
}
