//! Values that travel with the work that a program schedules, and with its continuations: the mapping of
//! [AsyncContext][1], and a value of the embedder.
//!
//! Whatever schedules work, registers a promise reaction or queues a microtask captures the current values, and they
//! are current again while that work, reaction or microtask runs. Until the first value is set, this costs one check.
//!
//! [1]: https://tc39.es/proposal-async-context/

use std::any::Any;
use std::rc::Rc;

use boa_engine::JsValue;
use boa_gc::{Finalize, Gc, Trace};

use super::event_loop::EventLoop;
use super::guard::Restore;
use super::work::WorkId;

/// The key of a variable.
pub(crate) type VariableId = u64;

/// The current values. They never change: a change makes a copy.
#[derive(Clone, Default, Trace, Finalize)]
pub(crate) struct CarriedValues {
    /// The value of the embedder. It holds no JavaScript values.
    #[unsafe_ignore_trace]
    host: Option<Rc<dyn Any>>,
    /// A program has few variables, so they are in a list.
    variables: Vec<(VariableId, JsValue)>,
}

/// What scheduled work carries.
pub(crate) type Carried = Option<Gc<CarriedValues>>;

/// Ends the time in which a value of the embedder is the current one.
pub(crate) type HostValueGuard<'a> = Restore<'a, Carried>;

impl CarriedValues {
    /// The value of a variable, if one is set.
    pub(crate) fn get(&self, variable: VariableId) -> Option<JsValue> {
        self.variables.iter().find(|(id, _)| *id == variable).map(|(_, value)| value.clone())
    }
}

impl EventLoop {
    /// Whether a value was ever set.
    #[inline]
    pub(crate) fn carries_values(&self) -> bool {
        self.carries_values.get()
    }

    /// The current values.
    #[inline]
    pub(crate) fn carried(&self) -> Carried {
        if self.carries_values() { self.current.carried() } else { None }
    }

    /// Runs `steps` with these values as the current ones.
    pub(crate) fn with_carried<R>(&self, carried: Carried, steps: impl FnOnce() -> R) -> R {
        let _guard = self.carries_values().then(|| self.current.enter_carried(carried));
        steps()
    }

    /// Runs `steps` with another value of a variable.
    pub(crate) fn with_variable<R>(&self, variable: VariableId, value: JsValue, steps: impl FnOnce() -> R) -> R {
        self.carries_values.set(true);
        let mut values = self.carried().map(|values| (*values).clone()).unwrap_or_default();
        match values.variables.iter_mut().find(|(id, _)| *id == variable) {
            Some((_, known)) => *known = value,
            None => values.variables.push((variable, value)),
        }
        self.with_carried(Some(Gc::new(values)), steps)
    }

    /// Makes the rest of the running job carry no variables. The value of the embedder stays.
    pub(crate) fn drop_variables(&self) {
        if let Some(carried) = self.carried() {
            let host = carried.host.clone();
            self.current
                .set_carried(host.map(|host| Gc::new(CarriedValues { host: Some(host), variables: Vec::new() })));
        }
    }

    /// Returns the key of a new variable.
    pub(crate) fn new_variable_id(&self) -> VariableId {
        let id = self.next_variable.get();
        self.next_variable.set(id + 1);
        id
    }

    /// Returns the value of the embedder that the running work carries, if it is of this type: see
    /// [`Self::with_host_value`].
    #[must_use]
    pub fn host_value<T: 'static>(&self) -> Option<Rc<T>> {
        self.carried()?.host.clone()?.downcast().ok()
    }

    /// Runs `steps` with a value of the embedder, such as the id of a request. All work that `steps` schedules carries
    /// it, and so does what that work schedules, in JavaScript and in Rust: tasks, timers, promise reactions,
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
    #[inline(never)]
    pub(crate) fn enter_host_value(&self, value: Rc<dyn Any>) -> HostValueGuard<'_> {
        self.carries_values.set(true);
        let mut values = self.carried().map(|values| (*values).clone()).unwrap_or_default();
        values.host = Some(value);
        self.current.enter_carried(Some(Gc::new(values)))
    }

    /// Stores the current values for work that is being scheduled.
    #[inline]
    pub(super) fn capture(&self, work: WorkId) {
        if self.carries_values() {
            self.capture_the_current_values(work);
        }
    }

    #[inline(never)]
    fn capture_the_current_values(&self, work: WorkId) {
        if let Some(carried) = self.carried() {
            self.captured.borrow_mut().insert(work, carried);
        }
    }

    /// Takes the values of work that starts, or that never will.
    #[inline]
    pub(crate) fn take_captured(&self, work: WorkId) -> Carried {
        if self.carries_values() { self.captured.borrow_mut().remove(&work) } else { None }
    }

    /// The number of pieces of waiting work that carry values.
    #[cfg(test)]
    pub(crate) fn captured_count(&self) -> usize {
        self.captured.borrow().len()
    }

    /// Calls `steps` as work that starts.
    pub(super) fn with_captured<R>(&self, work: WorkId, steps: impl FnOnce() -> R) -> R {
        self.with_carried(self.take_captured(work), steps)
    }
}
