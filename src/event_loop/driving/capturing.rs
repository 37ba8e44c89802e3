//! Capturing and entering ambient values: what travels with work.

use std::any::Any;
use std::rc::Rc;

use boa_engine::JsValue;

use crate::event_loop::ambient::owner::OwnerId;
use crate::event_loop::ambient::{AmbientValues, ContinuationState, Entered, SchedulerId, VariableId};
use crate::event_loop::event_loop::EventLoop;
use crate::event_loop::work::{WorkId, WorkKind};

impl EventLoop {
    /// The current ambient values: what a continuation gets.
    #[inline]
    pub(crate) fn capture(&self) -> AmbientValues {
        self.ambient.capture()
    }

    /// Makes these ambient values the current ones until the guard is dropped, also if something panics. To change
    /// some of them, take the others from [`Self::capture`]. The owner stays if there is none among them.
    #[inline]
    pub(crate) fn enter(&self, values: AmbientValues) -> Entered<'_> {
        self.ambient.enter(values)
    }

    /// Makes this the current continuation state until the guard is dropped.
    #[inline]
    pub(crate) fn enter_state(&self, state: ContinuationState) -> Entered<'_> {
        self.enter(AmbientValues { state: Some(state), ..self.capture() })
    }

    /// Enters the values of the callback of a promise job, or of a microtask.
    #[inline]
    pub(crate) fn enter_continuation(&self, values: AmbientValues) -> Entered<'_> {
        let origin = values.state.as_ref().and_then(ContinuationState::origin);
        self.current.set_job_origin(origin.map(|origin| (WorkKind::Task, origin)));
        self.enter(values)
    }

    /// Releases the values of work that will not start.
    #[inline]
    pub(crate) fn drop_captured(&self, work: WorkId) {
        drop(self.ambient.take_for(work));
    }

    /// The number of pieces of waiting work that have values.
    #[cfg(test)]
    pub(crate) fn captured_count(&self) -> usize {
        self.ambient.work_count()
    }

    /// Returns the id of a new `Scheduler` of this event loop. The id is the key of the scheduler's entry in a
    /// [`ContinuationState`].
    #[must_use]
    pub(crate) fn new_scheduler_id(&self) -> SchedulerId {
        self.ambient.new_scheduler_id()
    }

    /// Whom the running code belongs to. `None` if owners are not tracked.
    #[inline]
    #[doc(hidden)]
    pub fn owner(&self) -> Option<OwnerId> {
        self.ambient.owner()
    }

    /// Sets whom the code that runs from now on belongs to. From the first call on, owners are tracked.
    #[doc(hidden)]
    pub fn set_owner(&self, owner: OwnerId) {
        self.ambient.set_owner(owner);
    }

    /// Calls `steps` as code of an owner.
    #[doc(hidden)]
    pub fn with_owner<R>(&self, owner: OwnerId, steps: impl FnOnce() -> R) -> R {
        let _owner = self.enter(AmbientValues { owner: Some(owner), ..self.capture() });
        steps()
    }

    /// From now on, the promise reactions of this owner do nothing: its code does not go on after an `await`.
    #[doc(hidden)]
    pub fn abandon(&self, owner: OwnerId) {
        self.ambient.abandon(owner);
    }

    pub(crate) fn is_abandoned(&self, owner: OwnerId) -> bool {
        self.ambient.is_abandoned(owner)
    }

    /// Returns the key of a new variable, whose value travels with work like those of `AsyncContext`.
    #[doc(hidden)]
    #[must_use]
    pub fn new_variable_id(&self) -> VariableId {
        self.ambient.new_variable_id()
    }

    /// Returns the value of a variable in the running code, if one is set.
    #[doc(hidden)]
    #[must_use]
    pub fn variable(&self, variable: VariableId) -> Option<JsValue> {
        self.capture().mapping.and_then(|mapping| mapping.get(variable))
    }

    /// Calls `steps` with another value of a variable.
    #[doc(hidden)]
    pub fn with_variable<R>(&self, variable: VariableId, value: JsValue, steps: impl FnOnce() -> R) -> R {
        let _value = self.enter_variable(variable, value);
        steps()
    }

    /// Gives a variable another value for the rest of the running job.
    #[doc(hidden)]
    pub fn set_variable(&self, variable: VariableId, value: JsValue) {
        self.ambient.set_variable(variable, value);
    }

    /// Gives a variable another value until the guard is dropped.
    pub(crate) fn enter_variable(&self, variable: VariableId, value: JsValue) -> Entered<'_> {
        self.ambient.enter_variable(variable, value)
    }

    /// Makes the rest of the running job have no variables. The value of the embedder stays.
    pub(crate) fn drop_variables(&self) {
        self.ambient.drop_variables();
    }

    /// Returns the value of the embedder of the running work, if it is of this type: see
    /// [`Self::with_host_value`].
    #[must_use]
    pub fn host_value<T: 'static>(&self) -> Option<Rc<T>> {
        Rc::clone(self.capture().mapping?.host()?).downcast().ok()
    }

    /// Runs `steps` with a value of the embedder, such as the id of a request. All work that `steps` schedules has it,
    /// too, and so does what that work schedules, in JavaScript and in Rust: tasks, timers, promise reactions,
    /// microtasks, messages. [`Self::host_value`] returns it. The value must not contain JavaScript values, which would
    /// not be collected.
    ///
    /// ```
    /// use std::rc::Rc;
    ///
    /// use posttask::Runtime;
    /// use posttask::boa_engine::{JsString, JsValue, NativeFunction};
    /// use posttask::event_loop::EventLoop;
    ///
    /// struct RequestId(u32);
    ///
    /// let mut runtime = Runtime::builder().virtual_time().build()?;
    /// let id = NativeFunction::from_fn_ptr(|_, _, context| {
    ///     let id = EventLoop::of(context).and_then(|event_loop| event_loop.host_value::<RequestId>());
    ///     Ok(id.map_or_else(JsValue::undefined, |id| id.0.into()))
    /// });
    /// runtime.try_with_context(|context| context.register_global_callable(JsString::from("id"), 0, id))?;
    /// let event_loop = runtime.event_loop().clone();
    /// for number in [1, 2] {
    ///     event_loop.with_host_value(Rc::new(RequestId(number)), || {
    ///         runtime.run_script(
    ///             "globalThis.ids ??= [];
    ///              setTimeout(async () => { await scheduler.yield(); ids.push(id()); }, 10);",
    ///         )
    ///     })?;
    /// }
    /// runtime.run();
    /// assert_eq!(runtime.run_script("ids.join()")?.as_string(), Some("1,2".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    pub fn with_host_value<R>(&self, value: Rc<dyn Any>, steps: impl FnOnce() -> R) -> R {
        let _guard = self.enter_host_value(value);
        steps()
    }

    /// Like [`Self::with_host_value`], until the guard is dropped.
    #[inline]
    pub(crate) fn enter_host_value(&self, value: Rc<dyn Any>) -> Entered<'_> {
        self.ambient.enter_host_value(value)
    }
}
