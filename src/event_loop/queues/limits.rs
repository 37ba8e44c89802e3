//! Limits on what a program may queue.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use boa_gc::{Finalize, Trace};

use super::exceeded::{Exceeded, WorkLimit};
use crate::event_loop::time::{Clock, RealTime, Timestamp};

/// Limits on what a program may have waiting in a runtime, and on what it may write. A call that would exceed one
/// throws a `QuotaExceededError`, or rejects its promise with it, and has no other effect. By default, there are no
/// limits.
///
/// The limits count the work of the host, too. Spawning a future adds a task; while the future waits, it counts as
/// none. No limit applies to requests and performance entries, nor to tasks that the host adds with
/// [`Remote::queue_a_task`] and [`EventLoop::queue_a_task`].
///
/// Work that does not end is limited by [`Self::microtasks`], [`Self::loop_iterations`], [`Self::calls`] and
/// [`Self::turn_time`]. What exceeds the first two or the last is ended, and no `catch` or `finally` of the program
/// runs. The function that drives the loop then returns [`Outcome::LimitExceeded`], and
/// [`EventLoop::exceeded_limit`] tells which work it was. The loop can be driven further.
///
/// The engine has no limit on memory, and a built-in function that runs for a long time, such as a regular expression
/// on a long text, cannot be interrupted: see `docs/boa-gaps.md`.
///
/// [`Outcome::LimitExceeded`]: crate::event_loop::Outcome::LimitExceeded
/// [`EventLoop::exceeded_limit`]: crate::event_loop::EventLoop::exceeded_limit
/// [`Remote::queue_a_task`]: crate::event_loop::Remote::queue_a_task
/// [`EventLoop::queue_a_task`]: crate::event_loop::EventLoop::queue_a_task
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    tasks: Option<usize>,
    timers: Option<usize>,
    messages: Option<usize>,
    console_bytes: Option<u64>,
    microtasks: Option<usize>,
    loop_iterations: Option<u64>,
    calls: Option<usize>,
    turn_time: Option<Duration>,
}

impl Limits {
    /// Returns no limits.
    #[must_use]
    pub const fn none() -> Self {
        Self {
            tasks: None,
            timers: None,
            messages: None,
            console_bytes: None,
            microtasks: None,
            loop_iterations: None,
            calls: None,
            turn_time: None,
        }
    }

    /// Limits the number of tasks, continuations, immediates and idle callbacks that wait. A task with a delay counts
    /// as a timer until the delay has passed, so limit timers, too.
    #[must_use]
    pub const fn tasks(mut self, tasks: usize) -> Self {
        self.tasks = Some(tasks);
        self
    }

    /// Limits the number of timers that wait: timeouts, intervals, delays of tasks, timeouts of signals and of idle
    /// callbacks. Sleeping futures count, but are not refused.
    #[must_use]
    pub const fn timers(mut self, timers: usize) -> Self {
        self.timers = Some(timers);
        self
    }

    /// Limits the number of messages of ports and channels that wait.
    #[must_use]
    pub const fn messages(mut self, messages: usize) -> Self {
        self.messages = Some(messages);
        self
    }

    /// Limits the number of bytes that `console` may write. What exceeds it is dropped, after one message that says so.
    #[must_use]
    pub const fn console_bytes(mut self, bytes: u64) -> Self {
        self.console_bytes = Some(bytes);
        self
    }

    /// Limits the number of microtasks of one checkpoint. A checkpoint that reaches the limit drops the others.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::event_loop::{Limits, Outcome, WorkLimit};
    ///
    /// let mut runtime = Runtime::builder().virtual_time().limits(Limits::none().microtasks(1_000)).build()?;
    /// runtime.run_script("setTimeout(async () => { for (;;) await 0 }); setTimeout(() => globalThis.later = true)")?;
    /// assert_eq!(runtime.run(), Outcome::LimitExceeded);
    /// let exceeded = runtime.event_loop().exceeded_limit().expect("a limit");
    /// assert_eq!(exceeded.limit, WorkLimit::Microtasks(1_000));
    /// // The loop can be driven further.
    /// assert_eq!(runtime.run(), Outcome::OutOfWork);
    /// assert_eq!(runtime.run_script("later")?.as_boolean(), Some(true));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub const fn microtasks(mut self, microtasks: usize) -> Self {
        self.microtasks = Some(microtasks);
        self
    }

    /// Limits how often the loops of one call run, all together. The call, and all that wait for it, are ended.
    /// [`RuntimeBuilder::limits`](crate::RuntimeBuilder::limits) applies it.
    ///
    /// ```
    /// use posttask::event_loop::{Limits, WorkLimit};
    /// use posttask::{Error, Runtime};
    ///
    /// let mut runtime = Runtime::builder().limits(Limits::none().loop_iterations(100_000)).build()?;
    /// let Err(Error::LimitExceeded(exceeded)) = runtime.run_script("try { for (;;); } finally { for (;;); }") else {
    ///     panic!("it ended")
    /// };
    /// assert_eq!(exceeded.limit, WorkLimit::LoopIterations(100_000));
    /// assert_eq!(runtime.run_script("1 + 1")?.as_number(), Some(2.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    #[must_use]
    pub const fn loop_iterations(mut self, iterations: u64) -> Self {
        self.loop_iterations = Some(iterations);
        self
    }

    /// Lowers the number of calls that may be nested before a `RangeError` is thrown, as
    /// [`RuntimeBuilder::recursion_limit`](crate::RuntimeBuilder::recursion_limit) does.
    #[must_use]
    pub const fn calls(mut self, calls: usize) -> Self {
        self.calls = Some(calls);
        self
    }

    /// Limits the time of one turn of the event loop: a task with its microtasks. It is time of the machine, because
    /// virtual time stands still meanwhile. The time is checked before each microtask; for a callback that never
    /// returns, limit [`Self::loop_iterations`], too.
    #[must_use]
    pub const fn turn_time(mut self, time: Duration) -> Self {
        self.turn_time = Some(time);
        self
    }

    /// The limit on the iterations of the loops of a call.
    pub(crate) fn limit_of_loop_iterations(&self) -> Option<u64> {
        self.loop_iterations
    }

    /// The limit on nested calls.
    pub(crate) fn limit_of_calls(&self) -> Option<usize> {
        self.calls
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
    /// The clock of [`Limits::turn_time`], and when the turn started.
    clock: OnceCell<RealTime>,
    turn_start: Cell<Timestamp>,
    /// The last work that exceeded a limit, and whether nobody has been told yet.
    exceeded: RefCell<Option<Exceeded>>,
    is_untold: Cell<bool>,
}

impl Quotas {
    /// Sets the limits.
    pub(crate) fn set_limits(&self, limits: Limits) {
        self.limits.set(limits);
    }

    /// The limits.
    pub(crate) fn limits(&self) -> Limits {
        self.limits.get()
    }

    /// Starts to measure a turn.
    #[inline]
    pub(crate) fn a_turn_starts(&self) {
        if self.limits.get().turn_time.is_some() {
            self.turn_start.set(self.clock.get_or_init(RealTime::new).now());
        }
    }

    /// Returns the limit that a checkpoint exceeds if it runs another microtask, after this number.
    pub(crate) fn exceeded_by_microtask(&self, microtasks: usize) -> Option<WorkLimit> {
        let Limits { microtasks: most, turn_time, .. } = self.limits.get();
        if let Some(most) = most.filter(|&most| microtasks >= most) {
            return Some(WorkLimit::Microtasks(most));
        }
        let limit = turn_time?;
        let took = self.clock.get_or_init(RealTime::new).now().duration_since(self.turn_start.get());
        (took > limit).then_some(WorkLimit::TurnTime(limit))
    }

    /// Records that work was ended.
    pub(crate) fn exceed(&self, exceeded: Exceeded) {
        self.exceeded.replace(Some(exceeded));
        self.is_untold.set(true);
    }

    /// The last work that exceeded a limit.
    pub(crate) fn exceeded(&self) -> Option<Exceeded> {
        self.exceeded.borrow().clone()
    }

    /// Whether work has exceeded a limit since the last call.
    #[inline]
    pub(crate) fn take_untold(&self) -> bool {
        self.is_untold.get() && self.is_untold.replace(false)
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
