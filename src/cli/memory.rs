//! The command's allocator: it keeps freed memory while the program is busy, and gives it back when the program sleeps.
//!
//! mimalloc would return freed pages to the operating system after ten milliseconds. A program that posts and runs tasks in waves wants them
//! again at once, and every page that comes back has to be cleared first: a tenth of the time of such a program went there.

use std::ffi::c_long;
use std::task::Waker;
use std::time::{Duration, SystemTime};

use libmimalloc_sys::{mi_collect, mi_option_large_os_pages, mi_option_set, mi_option_t};

use crate::event_loop::{RealTime, Time, Timestamp};

/// How long freed pages stay, in milliseconds; the crate does not name this option.
const PURGE_DELAY: mi_option_t = 15;

/// So many milliseconds that only [`GivingBack`] returns anything. Without end it would not be possible to force it.
const LONGEST_DELAY: c_long = 1_000_000;

/// Shorter sleeps are not worth it.
const LONG_SLEEP: Duration = Duration::from_millis(100);

/// Sets the allocator up. To be called before there is much to allocate.
pub(super) fn set_up() {
    // SAFETY: both options may be set at any time, to any value.
    unsafe {
        mi_option_set(PURGE_DELAY, LONGEST_DELAY);
        mi_option_set(mi_option_large_os_pages, 1);
    }
}

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
