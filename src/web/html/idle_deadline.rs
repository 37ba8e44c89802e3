//! `IdleDeadline`: <https://w3c.github.io/requestidlecallback/#the-idledeadline-interface>.

use boa_gc::{Finalize, Trace};

use crate::event_loop::{EventLoop, Timestamp, milliseconds};
use crate::web::webidl::{event_loop, interface};

/// The state of an `IdleDeadline`.
#[derive(Clone, Copy, Trace, Finalize)]
#[boa_gc(empty_trace)]
pub(crate) struct IdleDeadline {
    pub(super) deadline: Timestamp,
    pub(super) did_timeout: bool,
}

interface! {
    IdleDeadline;
    operation "timeRemaining"() = |deadline, context| deadline.time_remaining(&*event_loop(context)?);
    get "didTimeout" = |deadline| deadline.did_timeout;
}

impl IdleDeadline {
    /// [`timeRemaining`](https://w3c.github.io/requestidlecallback/#the-timeremaining-method), in milliseconds.
    fn time_remaining(&self, event_loop: &EventLoop) -> f64 {
        milliseconds(self.deadline.duration_since(event_loop.clock().read()))
    }
}
