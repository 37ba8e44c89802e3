//! The handle of a task that Rust posted.

use std::pin::Pin;
use std::rc::Rc;
use std::task::{self, Poll};

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsResult, JsValue};

use super::own_priority::with_own_priority;
use super::rust_result::RustResult;
use super::rust_steps::RustSteps;
use super::task::Task;
use crate::debug::debug;
use crate::scheduling::TaskPriority;
use crate::web::dom::abort_reason;
use crate::web::webidl::the_same_loop;

/// A task that Rust posted: a future of its result. If the handle is dropped before the task has run, the task still
/// runs, and an exception is reported like any that nobody catches. As long as there is a handle, nothing is reported:
/// look at the result.
///
/// If the callback returns a promise, the result is that of the promise.
///
/// ```
/// use posttask::Runtime;
/// use posttask::boa_engine::{JsString, JsValue, Source};
/// use posttask::scheduling::TaskPriority;
///
/// let mut runtime = Runtime::builder().build()?;
/// runtime.run_script("globalThis.order = []")?;
/// let push = |text: &'static str| {
///     move |context: &mut _| posttask::boa_engine::Context::eval(context, Source::from_bytes(text))
/// };
/// let slow = runtime.post_task(TaskPriority::Background, push("order.push('urgent now')"))?;
/// let fast = runtime.post_task(TaskPriority::UserVisible, push("order.push('usual')"))?;
/// let dropped = runtime.post_task(TaskPriority::UserVisible, push("order.push('never')"))?;
/// let promise = runtime.try_with_context(|context| {
///     slow.set_priority(TaskPriority::UserBlocking, context)?;
///     dropped.abort(Some(JsString::from("not needed").into()), context)?;
///     fast.promise(context) // for JavaScript
/// })?;
/// runtime.run();
/// assert_eq!(runtime.run_script("order.join()")?.as_string(), Some("urgent now,usual".into()));
/// assert_eq!(runtime.settle(&promise.into())?.as_number(), Some(2.0)); // the length
/// assert!(matches!(dropped.result(), Some(Err(_))));
/// # Ok::<(), posttask::Error>(())
/// ```
pub struct TaskHandle {
    /// Only a pointer: a larger handle would be copied through memory at each post.
    task: Rc<Task<RustSteps>>,
}

debug!(TaskHandle, "result" = |handle| handle.result());

impl TaskHandle {
    pub(super) fn new(task: Rc<Task<RustSteps>>) -> Self {
        Self { task }
    }

    /// Drops the handle of a task whose end somebody else looks at: an abort is not reported.
    pub(super) fn drop_unreported(self) {
        self.rust_result().settle(Ok(JsValue::undefined()));
    }

    fn rust_result(&self) -> &RustResult {
        &self.task.steps.result
    }

    /// Returns the result: the value, or the exception or abort reason. `None` if there is none yet.
    #[must_use]
    pub fn result(&self) -> Option<JsResult<JsValue>> {
        self.rust_result().get()
    }

    /// Returns a promise of the result, for JavaScript. It is always the same one.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has another event loop.
    pub fn promise(&self, context: &mut Context) -> JsResult<JsPromise> {
        let event_loop = the_same_loop(self.rust_result().event_loop(), context)?;
        Ok(self.rust_result().promise(&event_loop, context))
    }

    /// Aborts the task: its result is the reason, an `AbortError` by default. If it has not started, it never does.
    /// Does nothing if the task has a result.
    ///
    /// What the callback has started is not aborted. To abort that too, post the task with a signal.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has another event loop, or if the interfaces are not registered in this realm.
    pub fn abort(&self, reason: Option<JsValue>, context: &mut Context) -> JsResult<()> {
        let event_loop = the_same_loop(self.rust_result().event_loop(), context)?;
        let reason = abort_reason(reason, context)?;
        if self.task.is_waiting() || !self.rust_result().is_settled() {
            self.task.abort(reason, &event_loop, context);
        }
        Ok(())
    }

    /// Changes the priority of the task, and of what it starts from now on with an inherited priority. The task keeps
    /// its place among the tasks of the same age, and no longer follows the priority of a signal. O(log q) in the
    /// number of queues.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has another event loop, or if the interfaces are not registered in this realm.
    pub fn set_priority(&self, priority: TaskPriority, context: &mut Context) -> JsResult<()> {
        let event_loop = the_same_loop(self.rust_result().event_loop(), context)?;
        let mut own = self.rust_result().own_priority().borrow().clone();
        let state = with_own_priority(&self.task.state(), &mut own, context)?;
        let Some(signal) = own else { return Ok(()) };
        if self.rust_result().own_priority().replace(Some(signal.clone())).is_none() {
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
        self.rust_result().wake_when_settled(context.waker());
        Poll::Pending
    }
}

impl Drop for TaskHandle {
    fn drop(&mut self) {
        self.rust_result().detach();
    }
}
