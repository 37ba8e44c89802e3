//! `TaskSignal`: <https://wicg.github.io/scheduling-apis/#sec-task-signal>.

use std::cell::Cell;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};
use rustc_hash::FxHashMap;

use super::priority_value::priority_value;
use super::task_priority_change_event::TaskPriorityChangeEvent;
use crate::debug::debug;
use crate::event_loop::{Event, EventLoop, SchedulerQueue, Subject, set_while};
use crate::scheduling::{QueueId, QueueKind, TaskPriority};
use crate::web::dom::{
    AbortSignal, DomException, DomExceptionName, EventTarget, TargetHooks, WeakList, create_a_dependent_signal,
    event_handler_attribute, event_handler_name, fire_an_event,
};
use crate::web::webidl::{
    Dictionary, Layers, enumeration, event_loop, implementation, implements, interface, interface_prototype, sequence,
};

/// The state of a `TaskSignal`.
#[derive(Trace, Finalize)]
pub struct TaskSignal {
    abort: Gc<AbortSignal>,
    #[unsafe_ignore_trace]
    priority: Cell<TaskPriority>,
    priority_changing: Cell<bool>,
    source: Option<Gc<TaskSignal>>,
    /// `None` until the signal gets a dependent, which most signals never do.
    dependents: GcRefCell<Option<Box<Dependents>>>,
    /// The queues of this signal's tasks and of its continuations. Their priority is changed with that of the signal,
    /// instead of by priority change algorithms.
    #[unsafe_ignore_trace]
    queues: [Cell<Option<QueueId>>; 2],
}

debug!(TaskSignal, "signal" = |signal| signal.abort, "priority" = |signal| signal.priority());

/// The signals that get their priority from a signal.
#[derive(Default, Trace, Finalize)]
struct Dependents {
    all: WeakList<TaskSignal>,
    /// The dependents with `prioritychange` listeners, by address. These must not be collected.
    observed: FxHashMap<usize, Gc<TaskSignal>>,
}

/// The `priority` member of `TaskSignalAnyInit`.
pub(super) enum PriorityOption {
    Fixed(TaskPriority),
    Source(Gc<TaskSignal>),
}

static HOOKS: TargetHooks =
    TargetHooks { listeners_changed: Some(TaskSignal::listeners_changed), error_arguments: None };

impl TaskSignal {
    /// Creates a `TaskSignal` object with this priority, as the constructor of `TaskController` does. Rust can change
    /// its priority with [`Self::signal_priority_change`], and abort it with [`AbortSignal::signal_abort`].
    ///
    /// ```
    /// use posttask::Runtime;
    /// use posttask::boa_engine::property::Attribute;
    /// use posttask::boa_engine::{JsString, JsValue};
    /// use posttask::scheduler::{TaskOptions, TaskSignal};
    /// use posttask::scheduling::TaskPriority;
    ///
    /// let mut runtime = Runtime::builder().build()?;
    /// let signal = runtime.try_with_context(|context| {
    ///     let signal = TaskSignal::create(TaskPriority::Background, context)?;
    ///     context.register_global_property(JsString::from("signal"), signal.object(), Attribute::all())?;
    ///     Ok(signal)
    /// })?;
    /// runtime.run_script(
    ///     "globalThis.order = [];
    ///      scheduler.postTask(() => order.push('first'));
    ///      scheduler.postTask(() => order.push('urgent now'), { signal });",
    /// )?;
    /// let rust = runtime.post_task(TaskOptions::new().signal(signal.abort_signal()), |_| Ok(JsValue::undefined()))?;
    /// let event_loop = runtime.event_loop().clone();
    /// runtime.try_with_context(|context| {
    ///     signal.signal_priority_change(TaskPriority::UserBlocking, &event_loop, context)
    /// })?;
    /// runtime.run();
    /// assert_eq!(rust.result(), Some(Ok(JsValue::undefined())));
    /// assert_eq!(runtime.run_script("order.join()")?.as_string(), Some("urgent now,first".into()));
    /// # Ok::<(), posttask::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// `TypeError` if the interfaces are not registered in this realm, or if the context has no event loop.
    pub fn create(priority: TaskPriority, context: &mut Context) -> JsResult<Gc<Self>> {
        Self::allocate(priority, None, context)
    }

    fn allocate(priority: TaskPriority, source: Option<Gc<Self>>, context: &mut Context) -> JsResult<Gc<Self>> {
        let event_loop = event_loop(context)?;
        let target = Gc::new(EventTarget::default());
        let abort = Gc::new(AbortSignal::new(&target, &event_loop));
        let signal = Gc::new(Self {
            abort,
            priority: Cell::new(priority),
            priority_changing: Cell::new(false),
            source,
            dependents: GcRefCell::default(),
            queues: [const { Cell::new(None) }; 2],
        });
        let layers = Layers::root(&target).and(&signal.abort).and(&signal);
        target.wrap(interface_prototype::<Self>(context)?, layers, context);
        target.set_hooks(&HOOKS);
        let created = event_loop.observed_caller(context).and_then(|origin| event_loop.location(origin));
        let subject = Subject::Signal { state: &signal, created: created.as_ref() };
        event_loop.notify_about(subject, || Event::SignalCreated { signal: signal.abort.id() });
        Ok(signal)
    }

    /// Returns the state of a `TaskSignal` object; `None` for every other value.
    #[must_use]
    pub fn from_value(value: &JsValue) -> Option<Gc<Self>> {
        implements::<Self>(value)
    }

    /// Returns the signal's JavaScript object.
    #[must_use]
    pub fn object(&self) -> JsValue {
        self.abort.object()
    }

    /// Returns the same signal as an `AbortSignal`.
    #[must_use]
    pub fn abort_signal(&self) -> &Gc<AbortSignal> {
        &self.abort
    }

    /// Returns the signal's [priority](https://wicg.github.io/scheduling-apis/#tasksignal-priority).
    #[must_use]
    pub fn priority(&self) -> TaskPriority {
        self.priority.get()
    }

    /// Returns whether the signal
    /// [has fixed priority](https://wicg.github.io/scheduling-apis/#tasksignal-has-fixed-priority).
    #[must_use]
    #[doc(hidden)]
    pub fn has_fixed_priority(&self) -> bool {
        self.source.is_none() && self.abort.is_dependent()
    }

    /// Returns whether this is one of the queues of the signal.
    #[must_use]
    #[doc(hidden)]
    pub fn has_queue(&self, queue: QueueId) -> bool {
        self.queues.iter().any(|own| own.get() == Some(queue))
    }

    fn live_dependents(&self) -> Vec<Gc<Self>> {
        self.dependents.borrow().as_ref().map(|dependents| dependents.all.live()).unwrap_or_default()
    }

    /// Returns the number of live signals that get their priority from this one.
    #[must_use]
    #[doc(hidden)]
    pub fn live_dependent_count(&self) -> usize {
        self.live_dependents().len()
    }

    /// Returns the queue for this signal's tasks or its continuations.
    pub(super) fn queue(&self, kind: QueueKind) -> SchedulerQueue<'_> {
        let own = (!self.has_fixed_priority()).then(|| &self.queues[kind as usize]);
        SchedulerQueue { priority: self.priority.get(), kind, own }
    }

    /// Implements the [rule for garbage collection][1]: a dependent with listeners lives as long as its source. Queued
    /// tasks keep their signals alive.
    ///
    /// [1]: https://wicg.github.io/scheduling-apis/#sec-task-signal-garbage-collection
    fn listeners_changed(object: &JsObject) {
        AbortSignal::listeners_changed(object);
        let Some(signal) = implements::<Self>(&object.clone().into()) else { return };
        let Some(source) = &signal.source else { return };
        let address = std::ptr::from_ref::<Self>(&signal).addr();
        if signal.abort.target().has_listeners(&js_string!("prioritychange")) {
            source.dependents.borrow_mut().get_or_insert_default().observed.insert(address, signal.clone());
        } else if let Some(dependents) = &mut *source.dependents.borrow_mut() {
            dependents.observed.remove(&address);
        }
    }

    /// [Creates a dependent task signal](https://wicg.github.io/scheduling-apis/#create-a-dependent-task-signal).
    pub(super) fn create_dependent(
        signals: &[Gc<AbortSignal>],
        priority: PriorityOption,
        context: &mut Context,
    ) -> JsResult<Gc<Self>> {
        let (priority, source) = match priority {
            // Step 3: a fixed priority has no source.
            PriorityOption::Fixed(priority) => (priority, None),
            // Step 4: the priority of the source is copied. A dependent source is replaced by its own source, which a
            // signal with a fixed priority does not have, so sources are never dependent themselves.
            PriorityOption::Source(signal) => {
                let source = if signal.abort.is_dependent() { signal.source.clone() } else { Some(signal.clone()) };
                (signal.priority(), source)
            }
        };
        // Steps 1 and 2: a signal that depends on `signals`.
        let result = Self::allocate(priority, source, context)?;
        create_a_dependent_signal(&result.abort, signals, &*event_loop(context)?);
        // Step 4.3.4: the source changes the priority of the result with its own.
        if let Some(source) = &result.source {
            source.dependents.borrow_mut().get_or_insert_default().all.push(&result);
        }
        Ok(result)
    }

    /// [Signals priority change](https://wicg.github.io/scheduling-apis/#tasksignal-signal-priority-change).
    ///
    /// # Errors
    ///
    /// `NotAllowedError` if the priority of the signal or of a dependent is already being changed; `TypeError` if the
    /// signal belongs to another event loop.
    pub fn signal_priority_change(
        &self,
        priority: TaskPriority,
        event_loop: &EventLoop,
        context: &mut Context,
    ) -> JsResult<()> {
        self.abort.check_loop(event_loop)?;
        // Step 1: listeners must not change the priority again.
        if self.priority_changing.get() {
            let message = "the priority cannot be changed while a prioritychange event is being dispatched";
            return Err(DomException::error(DomExceptionName::NotAllowed, message, context));
        }
        // Step 2: nothing to change.
        if self.priority.get() == priority {
            return Ok(());
        }
        // Steps 3 and 9: until the end, or an error, the priority is being changed.
        let _changing = set_while(&self.priority_changing, true);
        // Steps 4 and 5: replace the priority.
        let previous = self.priority.replace(priority);
        // Step 6: only the two queues need priority change algorithms.
        for queue in self.queues.iter().filter_map(Cell::get) {
            event_loop.set_queue_priority(queue, priority);
        }
        event_loop.notify(|| Event::PriorityChanged { signal: self.abort.id(), previous, priority });
        // Step 7: fire the event with the previous priority.
        let event_type = js_string!("prioritychange");
        fire_an_event(self.abort.target(), &event_type, event_loop, context, |context| {
            TaskPriorityChangeEvent::create(previous, context)
        });
        // Step 8. A listener may add a dependent with the priority of one that has not changed yet: it is visited too.
        // Those that have changed already return at step 2.
        loop {
            let dependents = self.live_dependents();
            if dependents.iter().all(|dependent| dependent.priority.get() == priority) {
                return Ok(());
            }
            for dependent in dependents {
                dependent.signal_priority_change(priority, event_loop, context)?;
            }
        }
    }
}

interface! {
    TaskSignal: AbortSignal;
    static "any"(1) = any;
    get "priority" = |signal| priority_value(signal.priority());
    with = |builder| event_handler_attribute::<TaskSignal>(builder, event_handler_name!("prioritychange"));
}

/// [`TaskSignal.any`](https://wicg.github.io/scheduling-apis/#dom-tasksignal-any).
fn any(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let signals = sequence(&arguments[0], &"TaskSignal.any: signals", context, implementation::<AbortSignal>)?;
    let init = Dictionary::from_value(arguments.get_or_undefined(1), "TaskSignal.any")?;
    let priority = init.convert(&js_string!("priority"), context, |value, what, context| {
        Ok(match implements::<TaskSignal>(value) {
            Some(source) => PriorityOption::Source(source),
            None => PriorityOption::Fixed(enumeration(value, what, context)?),
        })
    })?;
    let priority = priority.unwrap_or(PriorityOption::Fixed(TaskPriority::default()));
    Ok(TaskSignal::create_dependent(&signals, priority, context)?.abort.object())
}
