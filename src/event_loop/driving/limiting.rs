//! Checking the limits before work is queued.

use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::queues::{CountedMessage, LimitExceeded, Limits};

impl EventLoop {
    /// Sets the limits, except that on the bytes of the console, which
    /// [`RuntimeBuilder::limits`](crate::RuntimeBuilder::limits) applies.
    pub fn set_limits(&self, limits: Limits) {
        self.waiting.quotas.set_limits(limits);
    }

    /// Checks that one more task may wait, after a delay in milliseconds.
    pub(crate) fn check_tasks(&self, delay: u64) -> Result<(), LimitExceeded> {
        if delay > 0 {
            return self.check_timers();
        }
        self.waiting.check_tasks()
    }

    /// Checks that one more timer may wait.
    pub(crate) fn check_timers(&self) -> Result<(), LimitExceeded> {
        self.waiting.check_timers()
    }

    /// Checks that more messages may wait.
    pub(crate) fn check_messages(&self) -> Result<(), LimitExceeded> {
        self.waiting.quotas.check_messages()
    }

    /// Counts a message that waits.
    pub(crate) fn count_message(&self) -> CountedMessage {
        self.waiting.quotas.count_message()
    }
}
