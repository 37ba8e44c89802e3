//! Limits on what a program may queue.

use std::cell::{Cell, RefCell};
use std::rc::Rc;
use std::time::Duration;

use boa_gc::{Finalize, Trace};

use super::exceeded::{Exceeded, WorkLimit};
use super::running_time::{Measurement, RunningTime};
use crate::event_loop::guard::Restore;
use crate::event_loop::time::Timestamp;

/// Limits on what a program may have waiting in a runtime, and on what it may write. A call that would exceed one
/// throws a `QuotaExceededError`, or rejects its promise with it, and has no other effect. By default, there are no
/// limits.
///
/// The limits count the work of the host, too. Spawning a future adds a task; while the future waits, it counts as
/// none. No limit applies to requests and performance entries, nor to tasks that the host adds with
/// [`Remote::queue_a_task`] and [`EventLoop::queue_a_task`].
///
/// Work that does not end is limited by [`Self::microtasks`], [`Self::loop_iterations`] and [`Self::calls`], and by
/// deadlines: [`Self::turn_time`], [`Self::call_time`] and [`Self::program_time`]. What exceeds one of them, except
/// that on calls, is ended, and no `catch` or `finally` of the program runs. The function that drives the loop then
/// returns [`Outcome::LimitExceeded`], and [`EventLoop::exceeded_limit`] tells which work it was. The loop can be
/// driven further, except after the time of the program.
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
    call_time: Option<Duration>,
    program_time: Option<Duration>,
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
            call_time: None,
            program_time: None,
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
    /// virtual time stands still meanwhile. The time is checked before each microtask, which ends the others, and at
    /// the end; for a callback that never returns, limit [`Self::loop_iterations`], too.
    ///
    /// A script or function that the host runs is measured, too, and its microtasks apart from it. If it is late to
    /// end, its result is returned nevertheless, and the next function that drives the loop returns
    /// [`Outcome::LimitExceeded`](crate::event_loop::Outcome::LimitExceeded).
    #[must_use]
    pub const fn turn_time(mut self, time: Duration) -> Self {
        self.turn_time = Some(time);
        self
    }

    /// Limits the time of one call of the host that waits for a promise: [`Runtime::call_async`],
    /// [`Runtime::eval_async`], [`Runtime::settle`], [`Runtime::import`] and [`Runtime::eval_module`] return
    /// [`Error::LimitExceeded`] then. It is time of the machine, and includes the time in which the loop waits. Tasks
    /// and timers stay in the loop. Microtasks that wait when a microtask is late are dropped.
    ///
    /// The time is checked before each microtask and after each turn, and the loop does not wait longer for a timer.
    /// Under virtual time, it never waits for timers; a wait for another thread is not limited then.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use posttask::event_loop::{Limits, WorkLimit};
    /// use posttask::{Error, Runtime};
    ///
    /// let limit = Duration::from_millis(5);
    /// let mut runtime = Runtime::builder().limits(Limits::none().call_time(limit)).build()?;
    /// let slow = runtime.eval_async("new Promise(resolve => setTimeout(resolve, 3_600_000))");
    /// let Err(Error::LimitExceeded(exceeded)) = slow else { panic!("it has waited for an hour") };
    /// assert_eq!(exceeded.limit, WorkLimit::CallTime(limit));
    /// assert!(runtime.has_work());
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// [`Error::LimitExceeded`]: crate::Error::LimitExceeded
    /// [`Runtime::call_async`]: crate::Runtime::call_async
    /// [`Runtime::eval_async`]: crate::Runtime::eval_async
    /// [`Runtime::settle`]: crate::Runtime::settle
    /// [`Runtime::import`]: crate::Runtime::import
    /// [`Runtime::eval_module`]: crate::Runtime::eval_module
    #[must_use]
    pub const fn call_time(mut self, time: Duration) -> Self {
        self.call_time = Some(time);
        self
    }

    /// Limits the time that everything of the program together may run. It is time of the machine, without the time in
    /// which the loop waits. The time is checked before each microtask and after each task, script and call. When it
    /// has passed, nothing of the program runs any more: the functions that drive the loop return
    /// [`Outcome::LimitExceeded`], those that return a value, [`Error::LimitExceeded`], and the thread of a
    /// [`RuntimeThread`] ends. A worker has this time for itself.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use posttask::Runtime;
    /// use posttask::event_loop::{Limits, Outcome};
    ///
    /// let limits = Limits::none().program_time(Duration::from_millis(20));
    /// let mut runtime = Runtime::builder().limits(limits).build()?;
    /// runtime.run_script("var runs = 0; const again = () => { runs++; scheduler.postTask(again) }; again()")?;
    /// assert_eq!(runtime.run(), Outcome::LimitExceeded);
    /// assert_eq!(runtime.run(), Outcome::LimitExceeded);
    /// assert!(runtime.run_script("runs").is_err());
    /// # Ok::<(), posttask::Error>(())
    /// ```
    ///
    /// [`Outcome::LimitExceeded`]: crate::event_loop::Outcome::LimitExceeded
    /// [`Error::LimitExceeded`]: crate::Error::LimitExceeded
    /// [`RuntimeThread`]: crate::RuntimeThread
    #[must_use]
    pub const fn program_time(mut self, time: Duration) -> Self {
        self.program_time = Some(time);
        self
    }

    /// Whether a limit depends on the clock.
    fn has_time(&self) -> bool {
        self.turn_time.is_some() || self.call_time.is_some() || self.program_time.is_some()
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
    running_time: RunningTime,
    /// Whether a limit depends on it.
    is_measured: Cell<bool>,
    /// The last work that exceeded a limit, and whether nobody has been told yet.
    exceeded: RefCell<Option<Exceeded>>,
    is_untold: Cell<bool>,
}

impl Quotas {
    /// Sets the limits.
    pub(crate) fn set_limits(&self, limits: Limits) {
        self.is_measured.set(limits.has_time());
        self.limits.set(limits);
    }

    /// The limits.
    pub(crate) fn limits(&self) -> Limits {
        self.limits.get()
    }

    /// Starts to measure how long something runs. `None` if no limit depends on it, or if it is a part of something
    /// that is measured.
    #[inline]
    pub(crate) fn measure(&self) -> Option<Measurement<'_>> {
        if self.is_measured.get() { self.running_time.measure() } else { None }
    }

    /// Takes steps during which nothing of the event loop runs.
    pub(crate) fn pause<R>(&self, steps: impl FnOnce() -> R) -> R {
        self.running_time.pause(steps)
    }

    /// Returns the limit that a checkpoint exceeds if it runs another microtask, after this number.
    pub(crate) fn exceeded_by_microtask(&self, microtasks: usize) -> Option<WorkLimit> {
        let most = self.limits.get().microtasks;
        if let Some(most) = most.filter(|&most| microtasks >= most) {
            return Some(WorkLimit::Microtasks(most));
        }
        if self.is_measured.get() { self.exceeded_time() } else { None }
    }

    /// The deadline that has passed while something runs.
    pub(crate) fn exceeded_time(&self) -> Option<WorkLimit> {
        let turn_time = self.limits.get().turn_time;
        let turn = || turn_time.filter(|&limit| self.running_time.running() > limit).map(WorkLimit::TurnTime);
        self.exceeded_program_time().or_else(turn).or_else(|| self.exceeded_call_time())
    }

    /// Starts a call of the host, if its time is limited.
    pub(crate) fn enter_call(&self) -> Option<Restore<'_, Option<Timestamp>>> {
        self.limits.get().call_time.map(|limit| self.running_time.enter_call(limit))
    }

    /// How long the running call of the host may still take. `None` if that is not limited.
    pub(crate) fn left_of_call(&self) -> Option<Duration> {
        self.running_time.left_of_call()
    }

    /// The limit on the time of a call, if the running call of the host has taken it.
    pub(crate) fn exceeded_call_time(&self) -> Option<WorkLimit> {
        let is_over = self.left_of_call().is_some_and(|left| left.is_zero());
        self.limits.get().call_time.filter(|_| is_over).map(WorkLimit::CallTime)
    }

    /// The limit on the time of the program, if it has run for as long as it may.
    #[inline]
    pub(crate) fn exceeded_program_time(&self) -> Option<WorkLimit> {
        if !self.is_measured.get() {
            return None;
        }
        let limit = self.limits.get().program_time?;
        (self.running_time.total() > limit).then_some(WorkLimit::ProgramTime(limit))
    }

    /// Whether work has exceeded a limit, and nobody has been told yet.
    pub(crate) fn is_untold(&self) -> bool {
        self.is_untold.get()
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
