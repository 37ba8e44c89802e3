//! The options of a task that Rust posts.

use std::any::Any;
use std::rc::Rc;
use std::time::Duration;

use boa_engine::JsResult;
use boa_gc::Gc;

use super::TaskSignal;
use super::scheduler_interface::{Inheritable, SignalOption};
use crate::debug::debug;
use crate::event_loop::{Entered, EventLoop};
use crate::scheduling::TaskPriority;
use crate::web::dom::AbortSignal;
use crate::web::webidl::implements;

/// The options of [`post_task`](super::post_task()) and [`spawn`](super::spawn), as those of [`postTask`][1]: a
/// priority, a signal, a delay. By default, the priority is `user-visible`.
///
/// [1]: https://wicg.github.io/scheduling-apis/#dictdef-schedulerposttaskoptions
///
/// ```
/// use std::time::Duration;
///
/// use posttask::Runtime;
/// use posttask::boa_engine::JsValue;
/// use posttask::scheduler::TaskOptions;
/// use posttask::scheduling::TaskPriority;
///
/// let mut runtime = Runtime::builder().virtual_time().build()?;
/// let options = TaskOptions::new().priority(TaskPriority::Background).delay(Duration::from_millis(30));
/// let task = runtime.post_task(options, |_| Ok(JsValue::from(1)))?;
/// let start = runtime.event_loop().now();
/// runtime.run();
/// assert_eq!(runtime.event_loop().now().duration_since(start), Duration::from_millis(30));
/// assert_eq!(task.result(), Some(Ok(1.into())));
/// # Ok::<(), posttask::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct TaskOptions {
    priority: Option<TaskPriority>,
    signal: Option<Gc<AbortSignal>>,
    delay: Duration,
    host_value: Option<Rc<dyn Any>>,
}

debug!(TaskOptions, "priority" = |options| options.priority, "delay" = |options| options.delay);

impl TaskOptions {
    /// Returns the default options.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Sets a priority that no signal changes.
    #[must_use]
    pub fn priority(mut self, priority: TaskPriority) -> Self {
        self.priority = Some(priority);
        self
    }

    /// Sets the signal that aborts the task. If it is a [`TaskSignal`] and there is no priority, the task has the
    /// priority of the signal. A task cannot have a signal of another runtime.
    #[must_use]
    pub fn signal(mut self, signal: &Gc<AbortSignal>) -> Self {
        self.signal = Some(signal.clone());
        self
    }

    /// Sets how long the task waits before it is queued. Rounded up to whole milliseconds.
    #[must_use]
    pub fn delay(mut self, delay: Duration) -> Self {
        self.delay = delay;
        self
    }

    /// Sets the value of the embedder that the task and all that it starts have: see
    /// [`EventLoop::host_value`](crate::event_loop::EventLoop::host_value). By default, it is the current one.
    #[must_use]
    pub fn host_value(mut self, value: Rc<dyn Any>) -> Self {
        self.host_value = Some(value);
        self
    }

    /// Makes the value of the task the current one until the guard is dropped.
    #[must_use = "the previous value is restored as soon as the guard is dropped"]
    #[inline]
    pub(super) fn enter_host_value<'a>(&self, event_loop: &'a EventLoop) -> Option<Entered<'a>> {
        self.host_value.as_ref().map(|value| event_loop.enter_host_value(Rc::clone(value)))
    }

    /// Checks that the signal, if there is one, belongs to this event loop.
    ///
    /// # Errors
    ///
    /// `TypeError` if it belongs to another one.
    pub(super) fn check_loop(&self, event_loop: &EventLoop) -> JsResult<()> {
        self.signal.as_ref().map_or(Ok(()), |signal| signal.check_loop(event_loop))
    }

    /// Whether something can abort the task before it runs.
    pub(super) fn has_signal(&self) -> bool {
        self.signal.is_some()
    }

    /// The delay in milliseconds.
    pub(super) fn milliseconds(&self) -> u64 {
        whole_milliseconds(self.delay)
    }

    /// The priority, if there is no signal: then the priority never changes.
    #[inline]
    pub(super) fn fixed_priority(&self) -> Option<TaskPriority> {
        if self.signal.is_none() { Some(self.priority.unwrap_or(TaskPriority::UserVisible)) } else { None }
    }

    pub(super) fn given_priority(&self) -> Option<Inheritable<TaskPriority>> {
        self.priority.map(Inheritable::Given)
    }

    pub(super) fn given_signal(&self) -> Option<Inheritable<SignalOption>> {
        let signal = self.signal.clone()?;
        let task = implements::<TaskSignal>(&signal.object());
        Some(Inheritable::Given(SignalOption { abort: signal, task }))
    }
}

impl From<TaskPriority> for TaskOptions {
    fn from(priority: TaskPriority) -> Self {
        Self::new().priority(priority)
    }
}

/// The number of milliseconds, rounded up.
pub(super) fn whole_milliseconds(duration: Duration) -> u64 {
    // Most tasks have no delay, and a division of 128 bits takes a while.
    if duration.is_zero() { 0 } else { u64::try_from(duration.as_nanos().div_ceil(1_000_000)).unwrap_or(u64::MAX) }
}
