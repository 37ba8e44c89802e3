//! A timer of the web page or its worker.

use std::task::Waker;

use gloo_timers::callback::Timeout;

use crate::event_loop::time::machine::{Instant, now};

/// The longest time of a timer, in milliseconds. Browsers take a longer one for none.
const LONGEST: u32 = i32::MAX.unsigned_abs();

/// Calls the waker at this time, or earlier if that is weeks away: the event loop looks again then.
pub(super) fn call_at(at: Instant, waker: Waker) {
    let time = at.saturating_duration_since(now());
    // The browser may call it a little early, and then the loop would only look at the clock again.
    let milliseconds = u32::try_from(time.as_millis().saturating_add(1)).map_or(LONGEST, |time| time.min(LONGEST));
    Timeout::new(milliseconds, move || waker.wake()).forget();
}
