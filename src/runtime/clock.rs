//! The engine's clock, which `Date` uses: it reads the event loop's time.

use std::rc::Rc;
use std::time::UNIX_EPOCH;

use boa_engine::context::time::JsInstant;

use crate::event_loop::Clock;

/// The last time of `Date`, in milliseconds: 100 million days after 1970.
const LAST_TIME: i64 = 8_640_000_000_000_000;

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
    /// effect on running programs. At most [the last time of `Date`][1].
    ///
    /// [1]: https://tc39.es/ecma262/#sec-time-values-and-time-range
    fn system_time_millis(&self) -> i64 {
        let elapsed = self.clock.read().elapsed();
        let origin = self.clock.origin().duration_since(UNIX_EPOCH).unwrap_or_default();
        i64::try_from(origin.saturating_add(elapsed).as_millis()).map_or(LAST_TIME, |now| now.min(LAST_TIME))
    }
}
