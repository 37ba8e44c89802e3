//! The command's memory: the allocator gives back what is free when the program sleeps.
//!
//! mimalloc keeps freed pages for a second, because a busy program wants them again at once, and returns them while it works for
//! somebody. A program that sleeps asks for nothing, so nothing would be returned.

use std::task::Waker;
use std::time::{Duration, SystemTime};

use libmimalloc_sys::mi_collect;

use crate::event_loop::{RealTime, Time, Timestamp};

/// Shorter sleeps are not worth it.
const LONG_SLEEP: Duration = Duration::from_millis(100);

/// Real time whose long sleeps begin with giving memory back.
pub(super) struct GivingBack(pub(super) RealTime);

impl Time for GivingBack {
    fn now(&self) -> Timestamp {
        self.0.now()
    }

    fn origin(&self) -> SystemTime {
        self.0.origin()
    }

    fn park(&self, until: Option<Timestamp>) {
        if until.is_none_or(|until| until.duration_since(self.now()) >= LONG_SLEEP) {
            // SAFETY: it may be called at any time.
            unsafe { mi_collect(true) };
        }
        self.0.park(until);
    }

    fn waker(&self) -> Waker {
        self.0.waker()
    }

    fn is_woken(&self) -> bool {
        self.0.is_woken()
    }
}
