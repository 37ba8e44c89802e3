//! Limits on what a program may queue.

use std::cell::Cell;
use std::rc::Rc;

use boa_gc::{Finalize, Trace};

/// Limits on what a program may have waiting in a runtime, and on what it may write. A call that would exceed one
/// throws a `QuotaExceededError`, or rejects its promise with it, and has no other effect. By default, there are no
/// limits.
///
/// The limits count the work of the host, too. Spawning a future adds a task; while the future waits, it counts as
/// none. No limit applies to microtasks, requests and performance entries, nor to tasks that the host adds with
/// [`Remote::queue_a_task`] and [`EventLoop::queue_a_task`].
///
/// The engine has no limit on memory, and a running callback cannot be interrupted: see `docs/boa-gaps.md`.
///
/// [`Remote::queue_a_task`]: crate::event_loop::Remote::queue_a_task
/// [`EventLoop::queue_a_task`]: crate::event_loop::EventLoop::queue_a_task
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    tasks: Option<usize>,
    timers: Option<usize>,
    messages: Option<usize>,
    console_bytes: Option<u64>,
}

impl Limits {
    /// Returns no limits.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Limits the number of tasks, continuations, immediates and idle callbacks that wait. A task with a delay counts
    /// as a timer until the delay has passed, so limit timers, too.
    #[must_use]
    pub fn tasks(mut self, tasks: usize) -> Self {
        self.tasks = Some(tasks);
        self
    }

    /// Limits the number of timers that wait: timeouts, intervals, delays of tasks, timeouts of signals and of idle
    /// callbacks. Sleeping futures count, but are not refused.
    #[must_use]
    pub fn timers(mut self, timers: usize) -> Self {
        self.timers = Some(timers);
        self
    }

    /// Limits the number of messages of ports and channels that wait.
    #[must_use]
    pub fn messages(mut self, messages: usize) -> Self {
        self.messages = Some(messages);
        self
    }

    /// Limits the number of bytes that `console` may write. What exceeds it is dropped, after one message that says so.
    #[must_use]
    pub fn console_bytes(mut self, bytes: u64) -> Self {
        self.console_bytes = Some(bytes);
        self
    }

    /// Takes the limit on the bytes of the console.
    pub(crate) fn take_limit_of_console_bytes(&mut self) -> Option<u64> {
        self.console_bytes.take()
    }
}

/// A call would exceed a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{limit} {what} are waiting, which is the limit of this runtime")]
pub(crate) struct LimitExceeded {
    what: &'static str,
    limit: usize,
}

fn check(what: &'static str, limit: Option<usize>, waiting: impl FnOnce() -> usize) -> Result<(), LimitExceeded> {
    match limit {
        Some(limit) if waiting() >= limit => Err(LimitExceeded { what, limit }),
        _ => Ok(()),
    }
}

/// Counts a message that waits, until it is dropped.
#[derive(Finalize, Trace)]
#[boa_gc(unsafe_no_drop)]
pub(crate) struct CountedMessage(#[unsafe_ignore_trace] Rc<Cell<usize>>);

impl Drop for CountedMessage {
    fn drop(&mut self) {
        self.0.set(self.0.get().saturating_sub(1));
    }
}

/// The limits of an event loop, and the number of messages that wait.
#[derive(Default)]
pub(crate) struct Quotas {
    limits: Cell<Limits>,
    messages: Rc<Cell<usize>>,
}

impl Quotas {
    /// Sets the limits.
    pub(crate) fn set_limits(&self, limits: Limits) {
        self.limits.set(limits);
    }

    /// Checks that one more task may wait.
    pub(crate) fn check_tasks(&self, waiting: impl FnOnce() -> usize) -> Result<(), LimitExceeded> {
        check("tasks", self.limits.get().tasks, waiting)
    }

    /// Checks that one more timer may wait.
    pub(crate) fn check_timers(&self, waiting: impl FnOnce() -> usize) -> Result<(), LimitExceeded> {
        check("timers", self.limits.get().timers, waiting)
    }

    /// Checks that more messages may wait.
    pub(crate) fn check_messages(&self) -> Result<(), LimitExceeded> {
        check("messages", self.limits.get().messages, || self.messages.get())
    }

    /// Counts a message that waits.
    pub(crate) fn count_message(&self) -> CountedMessage {
        self.messages.set(self.messages.get() + 1);
        CountedMessage(Rc::clone(&self.messages))
    }
}
