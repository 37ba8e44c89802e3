//! The engine's clock, which `Date` uses: it reads the event loop's time.

use std::rc::Rc;
use std::time::UNIX_EPOCH;

use boa_engine::context::time::JsInstant;

use crate::event_loop::Clock;

pub(super) struct EventLoopClock {
    clock: Rc<dyn Clock>,
}

impl EventLoopClock {
    pub(super) fn new(clock: Rc<dyn Clock>) -> Self {
        Self { clock }
    }
}

impl boa_engine::context::time::Clock for EventLoopClock {
    fn now(&self) -> JsInstant {
        let elapsed = self.clock.read().elapsed();
        JsInstant::new(elapsed.as_secs(), elapsed.subsec_nanos())
    }

    /// Returns the wall-clock time of the origin plus the time since then, so that setting the system clock back has no
    /// effect on running programs.
    fn system_time_millis(&self) -> i64 {
        let elapsed = self.clock.read().elapsed();
        let origin = self.clock.origin().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(origin.saturating_add(elapsed).as_millis()).unwrap_or(i64::MAX)
    }
}
