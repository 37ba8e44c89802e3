//! Wakes event loops whose executors have no clock: from a thread, or by a timer of the web page that runs WebAssembly.

#[cfg(not(target_family = "wasm"))]
mod thread;
#[cfg(target_family = "wasm")]
mod timeout;

use std::task::Waker;
use std::time::Duration;

use super::machine::now;

#[cfg(not(target_family = "wasm"))]
use thread::call_at;
#[cfg(target_family = "wasm")]
use timeout::call_at;

/// Calls the waker after this time. Calls it at once if that is not possible.
pub(crate) fn wake_after(time: Duration, waker: Waker) {
    // A time that cannot be represented never comes.
    if let Some(at) = now().checked_add(time) {
        call_at(at, waker);
    }
}
