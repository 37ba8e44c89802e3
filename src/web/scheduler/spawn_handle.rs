//! The handle of a future that the embedder has spawned.

use std::fmt;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{self, Poll};

use boa_engine::object::builtins::JsPromise;
use boa_engine::value::TryIntoJs;
use boa_engine::{Context, JsError, JsResult, JsValue};

use super::one_shot::OneShot;
use super::spawned_future::SpawnedFuture;
use crate::event_loop::{EventLoop, LoopId};
use crate::scheduling::TaskPriority;
use crate::web::dom::abort_reason;
use crate::web::webidl::{PendingPromise, exception_value, the_same_loop};

/// The error of a future that was aborted. A future that panics, or that has not ended when its event loop is dropped,
/// is aborted too: then the reason is a string that says so.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the task was aborted")]
#[non_exhaustive]
pub struct Aborted {
    /// The abort reason.
    pub reason: JsValue,
}

/// The output of a spawned future.
pub(super) type Output<T> = OneShot<Result<T, Aborted>>;

/// A future that [`spawn`](super::spawn()) runs: a future of its output. If the handle is dropped, the future goes on,
/// and its output is dropped, also if that is an error.
pub struct SpawnHandle<T> {
    spawned: Rc<SpawnedFuture>,
    output: Rc<Output<T>>,
    event_loop: LoopId,
}

impl<T> fmt::Debug for SpawnHandle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SpawnHandle").field("is_finished", &self.is_finished()).finish_non_exhaustive()
    }
}

impl<T> SpawnHandle<T> {
    pub(super) fn new(spawned: Rc<SpawnedFuture>, output: Rc<Output<T>>, event_loop: &EventLoop) -> Self {
        Self { spawned, output, event_loop: event_loop.id() }
    }

    /// Returns whether the future has ended or was aborted.
    #[must_use]
    pub fn is_finished(&self) -> bool {
        self.spawned.is_over()
    }

    /// Returns the output, once. `None` if there is none yet.
    #[must_use]
    pub fn take_output(&mut self) -> Option<Result<T, Aborted>> {
        self.output.take()
    }

    /// Aborts the future: drops it, even while it waits. The default reason is an `AbortError`.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has another event loop, or if the interfaces are not registered in this realm.
    ///
    /// ```
    /// use std::time::Duration;
    ///
    /// use posttask::Runtime;
    /// use posttask::scheduling::TaskPriority;
    ///
    /// let mut runtime = Runtime::builder().virtual_time().build()?;
    /// let mut sleep = runtime.spawn(TaskPriority::UserVisible, async |task| {
    ///     task.sleep(Duration::from_secs(3600)).await;
    /// })?;
    /// runtime.run_until_idle();
    /// runtime.try_with_context(|context| sleep.abort(None, context))?;
    /// assert!(sleep.is_finished() && !runtime.has_work());
    /// assert!(matches!(sleep.take_output(), Some(Err(_))));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn abort(&self, reason: Option<JsValue>, context: &mut Context) -> JsResult<()> {
        let event_loop = the_same_loop(self.event_loop, context)?;
        let reason = abort_reason(reason, context)?;
        self.spawned.abort(reason, &event_loop, context);
        Ok(())
    }

    /// Changes the priority of the continuations, including the one that is queued.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has another event loop, or if the interfaces are not registered in this realm.
    pub fn set_priority(&self, priority: TaskPriority, context: &mut Context) -> JsResult<()> {
        let event_loop = the_same_loop(self.event_loop, context)?;
        self.spawned.set_priority(priority, &event_loop, context)
    }
}

impl<V: TryIntoJs + 'static> SpawnHandle<JsResult<V>> {
    /// Returns a promise of the output, for JavaScript. If the future is aborted, the promise is rejected with the
    /// reason. The handle is dropped: abort the future with a signal.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has another event loop.
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::scheduling::TaskPriority;
    ///
    /// let mut runtime = Runtime::builder().virtual_time().build()?;
    /// let answer = runtime.spawn(TaskPriority::UserVisible, async |task| {
    ///     task.yield_now().await;
    ///     Ok(42)
    /// })?;
    /// let promise = runtime.try_with_context(|context| answer.promise(context))?;
    /// assert_eq!(runtime.settle(&promise.into())?.as_number(), Some(42.0));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn promise(self, context: &mut Context) -> JsResult<JsPromise> {
        let event_loop = the_same_loop(self.event_loop, context)?;
        let (promise, functions) = JsPromise::new_pending(context);
        let output = self.output;
        let settle = move |event_loop: &EventLoop, context: &mut Context| {
            let pending = PendingPromise::of(functions);
            let value = match output.take() {
                Some(Ok(result)) => result.and_then(|value| value.try_into_js(context)),
                Some(Err(Aborted { reason })) => Err(JsError::from_opaque(reason)),
                None => return,
            };
            match value {
                Ok(value) => pending.resolve(value, event_loop, context),
                Err(error) => {
                    let reason = exception_value(error, context);
                    pending.reject(reason, context);
                }
            }
        };
        self.spawned.when_ended(Box::new(settle), &event_loop, context);
        Ok(promise)
    }
}

impl<T> Future for SpawnHandle<T> {
    type Output = Result<T, Aborted>;

    fn poll(self: Pin<&mut Self>, context: &mut task::Context<'_>) -> Poll<Self::Output> {
        self.output.poll(context)
    }
}
