//! The only thread of WebAssembly, which cannot sleep: who waits for a time looks at the clock until it has come.

use std::time::Duration;

/// Never sleeps.
#[derive(Default)]
pub(crate) struct Sleeper;

#[expect(clippy::unused_self, reason = "a thread has something to do here")]
impl Sleeper {
    /// There is only one thread.
    pub(crate) fn register(&self) {}

    /// Returns at once: sleeping may always end early.
    pub(crate) fn sleep(_timeout: Option<Duration>) {}

    /// There is nobody to wake.
    pub(crate) fn wake(&self) {}
}
