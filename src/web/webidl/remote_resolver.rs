//! Settling a promise from another thread.

use std::fmt;
use std::panic::Location;
use std::rc::Rc;

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsNativeError, JsResult, JsValue};

use super::callback::event_loop;
use super::exception::exception_value;
use super::promise::PendingPromise;
use crate::event_loop::{Closed, EventLoop, Parcel, Work, WorkKind};

/// Settles a promise from any thread, once. Until then, the event loop does not end. If it is dropped, the promise is
/// rejected.
///
/// ```
/// use posttask::{RemoteResolver, Runtime};
///
/// let mut runtime = Runtime::builder().build()?;
/// let resolver = runtime.try_with_context(|context| {
///     let (promise, resolver) = RemoteResolver::new(context)?;
///     context.global_object().set(posttask::boa_engine::JsString::from("answer"), promise, true, context)?;
///     Ok(resolver)
/// })?;
/// runtime.run_script("answer.then(value => globalThis.value = value)")?;
/// std::thread::spawn(move || resolver.settle(|_| Ok(42.into())).expect("the loop exists"));
/// runtime.run();
/// assert_eq!(runtime.run_script("value")?.as_number(), Some(42.0));
/// # Ok::<(), posttask::Error>(())
/// ```
#[must_use = "if it is dropped, the promise is rejected"]
pub struct RemoteResolver(Option<Parcel<Rc<Waiting>>>);

impl fmt::Debug for RemoteResolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteResolver").finish_non_exhaustive()
    }
}

/// A promise that waits for another thread.
struct Waiting {
    promise: PendingPromise,
    work: Work,
}

impl RemoteResolver {
    /// Creates a promise of the current realm, and its resolver. [`EventLoop::pending`] names the place of this call:
    /// in `with_context(RemoteResolver::new)`, that would be a place in the standard library, so call it in a closure.
    ///
    /// # Errors
    ///
    /// `TypeError` if the context has no event loop.
    #[track_caller]
    pub fn new(context: &mut Context) -> JsResult<(JsPromise, Self)> {
        let origin = event_loop(context)?.place_in_rust(Location::caller());
        let event_loop = event_loop(context)?;
        let (promise, functions) = JsPromise::new_pending(context);
        let work = event_loop.new_work_of(WorkKind::Remote, origin, context);
        event_loop.waits_elsewhere(work);
        let waiting = Waiting { promise: PendingPromise::of(functions), work };
        Ok((promise, Self(Some(event_loop.parcel(Rc::new(waiting))))))
    }

    /// Settles the promise, in a task, with what the function returns. An exception rejects it. A panic propagates to
    /// the code that runs the loop, and the promise stays pending.
    ///
    /// # Errors
    ///
    /// [`Closed`] if the loop no longer exists.
    pub fn settle(
        mut self,
        value: impl FnOnce(&mut Context) -> JsResult<JsValue> + Send + 'static,
    ) -> Result<(), Closed> {
        self.send(value)
    }

    fn send(&mut self, value: impl FnOnce(&mut Context) -> JsResult<JsValue> + Send + 'static) -> Result<(), Closed> {
        let Some(parcel) = self.0.take() else { return Ok(()) };
        let work = |waiting: &Rc<Waiting>, event_loop: &EventLoop, _: &mut Context| {
            event_loop.is_back(waiting.work);
            waiting.work
        };
        parcel.queue_work(work, |waiting, event_loop, context| settle(&waiting.promise, value, event_loop, context))
    }
}

fn settle(
    promise: &PendingPromise,
    value: impl FnOnce(&mut Context) -> JsResult<JsValue>,
    event_loop: &EventLoop,
    context: &mut Context,
) {
    match event_loop.call_javascript(context, value) {
        Ok(value) => promise.resolve(value, event_loop, context),
        Err(error) => {
            let reason = exception_value(error, context);
            promise.reject(reason, context);
        }
    }
}

impl Drop for RemoteResolver {
    fn drop(&mut self) {
        // If the loop is gone, so is the promise.
        let _ =
            self.send(|_| Err(JsNativeError::error().with_message("the promise was abandoned by its thread").into()));
    }
}
