//! Tasks that Rust posts. They are in the same queues as those of JavaScript.

use std::cell::{Cell, RefCell};
use std::panic::Location;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{self, Poll};

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};
use boa_gc::Gc;

use super::scheduler_interface::Scheduler;
use super::task::{RustCallback, Task, TaskAction};
use super::task_options::TaskOptions;
use super::task_result::{RustResult, TaskResult};
use super::{PrioritySource, SchedulingState, TaskSignal};
use crate::debug::debug;
use crate::dom::{abort_reason, limit_exceeded};
use crate::event_loop::{EventLoop, WorkKind};
use crate::html::GlobalScope;
use crate::scheduling::TaskPriority;
use crate::webidl::{event_loop, type_error};

/// Posts a task that calls a Rust function, as [`scheduler.postTask`][1] posts one that calls a JavaScript function: it
/// waits in the same queues, in the same order. Promise reactions of the callback inherit its priority and signal.
///
/// # Errors
///
/// `TypeError` if the interfaces are not registered in the current realm; `QuotaExceededError` if that would exceed a
/// [limit](crate::event_loop::Limits).
///
/// ```
/// use posttask::Runtime;
/// use posttask::boa_engine::{JsString, JsValue};
/// use posttask::scheduling::TaskPriority;
///
/// let mut runtime = Runtime::builder().build()?;
/// runtime.run_script("globalThis.order = []; scheduler.postTask(() => order.push('JavaScript'))")?;
/// let task = runtime.post_task(TaskPriority::UserBlocking, |context| {
///     context.eval(posttask::boa_engine::Source::from_bytes("order.push('Rust')"))
/// })?;
/// runtime.run();
/// assert_eq!(task.result().and_then(Result::ok).and_then(|length| length.as_number()), Some(1.0));
/// assert_eq!(runtime.run_script("order.join()")?.as_string(), Some("Rust,JavaScript".into()));
/// # Ok::<(), posttask::Error>(())
/// ```
///
/// [1]: https://wicg.github.io/scheduling-apis/#dom-scheduler-posttask
#[track_caller]
pub fn post_task(
    options: impl Into<TaskOptions>,
    callback: impl FnOnce(&mut Context) -> JsResult<JsValue> + 'static,
    context: &mut Context,
) -> JsResult<TaskHandle> {
    post_task_at(Location::caller(), &options.into(), Box::new(callback), context)
}

/// Like [`post_task`], for a task that was posted at `place`.
pub(crate) fn post_task_at(
    place: &'static Location<'static>,
    options: &TaskOptions,
    callback: RustCallback,
    context: &mut Context,
) -> JsResult<TaskHandle> {
    let event_loop = event_loop(context)?;
    let (_, scheduler) = GlobalScope::current(context)?.scheduler(context)?;
    let state = state(options, &scheduler, &event_loop);
    let delay = options.milliseconds();
    event_loop.check_tasks(delay).map_err(|exceeded| limit_exceeded(exceeded, context))?;
    let origin = event_loop.place_in_rust(place);
    let request = state.request(WorkKind::Task, (delay > 0).then_some(delay));
    let work = options.with_host_value(&event_loop, || event_loop.new_work_of(request, origin, context));
    let aborted = state.abort_source().filter(|signal| signal.is_aborted()).map(|signal| signal.reason());
    let steps = TaskAction::Rust(Cell::new(Some(callback)), context.realm().clone());
    let task = Task::new(steps, TaskResult::Rust(RustResult::default()), scheduler.id, state, work);
    match aborted {
        Some(reason) => task.abort(reason, &event_loop, context),
        None => task.post(delay, &event_loop, context),
    }
    Ok(TaskHandle { task, own_priority: RefCell::default() })
}

/// The scheduling state that options ask for. Rust inherits nothing.
pub(super) fn state(options: &TaskOptions, scheduler: &Scheduler, event_loop: &EventLoop) -> SchedulingState {
    scheduler.compute_the_scheduling_state(options.given_signal(), options.given_priority(), event_loop)
}

/// Returns a state like this one, but with a signal of its own as the priority source, unless Rust has made one before.
/// What the task has started keeps following that signal.
pub(super) fn with_own_priority(
    state: &SchedulingState,
    own: &mut Option<Gc<TaskSignal>>,
    context: &mut Context,
) -> JsResult<SchedulingState> {
    let signal = match own {
        Some(signal) => signal.clone(),
        None => own.insert(TaskSignal::create(state.priority(), context)?).clone(),
    };
    Ok(SchedulingState::new(state.abort_source().cloned(), PrioritySource::Signal(signal)))
}

/// A task that Rust posted: a future of its result. If the handle is dropped, the task still runs, and an exception is
/// reported like any that nobody catches.
///
/// If the callback returns a promise, the result is that of the promise.
pub struct TaskHandle {
    task: Rc<Task>,
    /// The signal that has the priority, if Rust has changed it.
    own_priority: RefCell<Option<Gc<TaskSignal>>>,
}

debug!(TaskHandle, "result" = |handle| handle.result());

impl TaskHandle {
    fn rust_result(&self) -> Option<&RustResult> {
        self.task.rust_result()
    }

    /// Returns the result: the value, or the exception or abort reason. `None` if there is none yet.
    #[must_use]
    pub fn result(&self) -> Option<JsResult<JsValue>> {
        self.rust_result().and_then(RustResult::get)
    }

    /// Returns a promise of the result, for JavaScript. It is always the same one.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has no event loop.
    pub fn promise(&self, context: &mut Context) -> JsResult<JsPromise> {
        let event_loop = event_loop(context)?;
        let result = self.rust_result().ok_or_else(|| type_error("this task has no result"))?;
        Ok(result.promise(&event_loop, context))
    }

    /// Aborts the task: its result is the reason, an `AbortError` by default. If it has not started, it never does.
    /// Does nothing if the task has a result.
    ///
    /// What the callback has started is not aborted. To abort that too, post the task with a signal.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub fn abort(&self, reason: Option<JsValue>, context: &mut Context) -> JsResult<()> {
        let event_loop = event_loop(context)?;
        let reason = abort_reason(reason, context)?;
        self.task.abort(reason, &event_loop, context);
        Ok(())
    }

    /// Changes the priority of the task, and of what it starts from now on with an inherited priority. The task keeps
    /// its place among the tasks of the same age, and no longer follows the priority of a signal. O(log q) in the
    /// number of queues.
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm.
    pub fn set_priority(&self, priority: TaskPriority, context: &mut Context) -> JsResult<()> {
        let event_loop = event_loop(context)?;
        let mut own = self.own_priority.borrow().clone();
        let state = with_own_priority(&self.task.state(), &mut own, context)?;
        let Some(signal) = own else { return Ok(()) };
        if self.own_priority.replace(Some(signal.clone())).is_none() {
            self.task.set_state(state, &event_loop);
        }
        signal.signal_priority_change(priority, &event_loop, context)
    }
}

impl Future for TaskHandle {
    type Output = JsResult<JsValue>;

    /// Ready when the task has a result. It is polled on the thread of the event loop, which must be driven too.
    fn poll(self: Pin<&mut Self>, context: &mut task::Context<'_>) -> Poll<Self::Output> {
        if let Some(result) = self.result() {
            return Poll::Ready(result);
        }
        if let Some(result) = self.rust_result() {
            result.wake_when_settled(context.waker());
        }
        Poll::Pending
    }
}

impl Drop for TaskHandle {
    fn drop(&mut self) {
        if let Some(result) = self.rust_result() {
            result.detach();
        }
    }
}
