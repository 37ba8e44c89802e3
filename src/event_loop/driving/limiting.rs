//! Checking the limits before work is queued.

use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::guard::Restore;
use crate::event_loop::queues::{CountedMessage, Exceeded, LimitExceeded, Limits, WorkLimit};
use crate::event_loop::time::Timestamp;

impl EventLoop {
    /// Sets the limits, except those on the bytes of the console, on the iterations of loops and on nested calls, which
    /// [`RuntimeBuilder::limits`](crate::RuntimeBuilder::limits) applies.
    pub fn set_limits(&self, limits: Limits) {
        self.waiting.quotas.set_limits(limits);
    }

    /// Returns the limits that [`Self::set_limits`] has set, or those of the builder.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.waiting.quotas.limits()
    }

    /// The last work that was ended because it exceeded a [limit](Limits). `None` if there was none.
    #[must_use]
    pub fn exceeded_limit(&self) -> Option<Exceeded> {
        self.waiting.quotas.exceeded()
    }

    /// Records that the running work was ended because it exceeded a limit.
    pub(crate) fn exceed(&self, limit: WorkLimit) -> Exceeded {
        let origin = self.current_origin();
        let exceeded = Exceeded {
            limit,
            work: origin.map(|(kind, _)| kind).or_else(|| Some(self.current.work()?.kind)),
            requested_at: origin.and_then(|(_, origin)| self.location(origin)),
        };
        self.waiting.quotas.exceed(exceeded.clone());
        exceeded
    }

    /// Records that work of another agent was ended because it exceeded a limit.
    pub(crate) fn another_agent_has_exceeded(&self, exceeded: Exceeded) {
        self.waiting.quotas.exceed(exceeded);
    }

    /// Takes steps that run JavaScript. If they have taken too long, the host is told.
    #[inline]
    pub(super) fn measured<R>(&self, steps: impl FnOnce() -> R) -> R {
        let measured = self.waiting.quotas.measure();
        let result = steps();
        if measured.is_some() {
            self.tell_if_late();
        }
        result
    }

    /// Tells the host that what has run was late to end, unless it was ended for that.
    fn tell_if_late(&self) {
        let quotas = &self.waiting.quotas;
        // Whatever makes a call returns the error itself.
        let is_told = |limit: &WorkLimit| quotas.is_untold() || matches!(limit, WorkLimit::CallTime(_));
        if let Some(limit) = quotas.exceeded_time().filter(|limit| !is_told(limit)) {
            self.report_exceeded(limit);
        }
    }

    /// Starts a call of the host, whose time may be limited.
    pub(crate) fn enter_call(&self) -> Option<Restore<'_, Option<Timestamp>>> {
        self.waiting.quotas.enter_call()
    }

    /// Whether the running call of the host has taken too long. Records that.
    pub(crate) fn is_call_over(&self) -> bool {
        let limit = self.waiting.quotas.exceeded_call_time();
        limit.inspect(|&limit| drop(self.exceed(limit))).is_some()
    }

    /// Sleeps until a timer is due, or another thread wakes the loop, or the running call of the host is over.
    pub(crate) fn sleep_during_a_call(&self) {
        let left = self.waiting.quotas.left_of_call().filter(|_| !self.time.is_virtual());
        let end = left.map(|left| self.now().after(left));
        self.sleep([self.next_due(), end].into_iter().flatten().min());
    }

    /// Whether the program has run for as long as it may: nothing of it runs any more. Records that, if the time has
    /// passed since work was last checked.
    #[inline]
    pub(crate) fn is_out_of_time(&self) -> bool {
        let Some(limit) = self.waiting.quotas.exceeded_program_time() else { return false };
        if self.exceeded_limit().is_none_or(|exceeded| exceeded.limit != limit) {
            self.exceed(limit);
        }
        true
    }

    /// Ends the checkpoint whose next microtask exceeded a limit: reports it, and drops the microtasks.
    #[cold]
    pub(super) fn end_the_checkpoint(&self, limit: WorkLimit) {
        self.jobs.microtasks.clear();
        self.report_exceeded(limit);
    }

    #[cold]
    fn report_exceeded(&self, limit: WorkLimit) {
        let exceeded = self.exceed(limit);
        if let Some(reporting) = self.error_reporting() {
            reporting.report_an_exceeded_limit(&exceeded, self);
        }
    }

    /// Whether work has exceeded a limit since the last call.
    #[doc(hidden)]
    pub fn take_exceeded(&self) -> bool {
        self.waiting.quotas.take_untold()
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
