//! `EventTarget`: listeners, event handlers, and dispatch. <https://dom.spec.whatwg.org/#interface-eventtarget>.
//!
//! No target of this library has a parent, so an event's path is its target alone.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::event::EventPhase;
use super::{AbortAlgorithm, AbortSignal, DomException, DomExceptionName, Event, EventInit};
use crate::webidl::{
    Dictionary, Interface, InterfaceBuilder, Layers, event_loop, implements, interface_prototype, invoke, new_object,
    prototype_of_new_target, require_arguments, type_error,
};

/// What a listener calls.
#[derive(Clone, Trace, Finalize)]
enum Callback {
    /// A function, or an object with a `handleEvent` method; or nothing.
    Listener(Option<JsObject>),
    /// The value that the event handler of the listener's type has at the time.
    Handler,
}

/// An [event listener](https://dom.spec.whatwg.org/#concept-event-listener).
#[derive(Trace, Finalize)]
struct Listener {
    event_type: JsString,
    callback: Callback,
    capture: bool,
    once: bool,
    passive: bool,
    removed: Cell<bool>,
}

impl Listener {
    /// Whether the two count as the same listener: type, callback and capture agree.
    fn is_same(&self, other: &Self) -> bool {
        let callbacks = match (&self.callback, &other.callback) {
            (Callback::Listener(a), Callback::Listener(b)) => a == b,
            (Callback::Handler, Callback::Handler) => true,
            _ => false,
        };
        callbacks && self.capture == other.capture && self.event_type == other.event_type
    }
}

/// The state of an `EventTarget`.
#[derive(Default, Trace, Finalize)]
pub struct EventTarget {
    object: OnceCell<JsObject>,
    /// What most signals have none of.
    listening: GcRefCell<Option<Box<Listening>>>,
    #[unsafe_ignore_trace]
    on_listeners_changed: Cell<Option<fn(&JsObject)>>,
}

/// What listens to a target.
#[derive(Default, Trace, Finalize)]
struct Listening {
    listeners: Vec<Gc<Listener>>,
    /// Values of event handlers, by event type.
    handlers: Vec<(JsString, JsObject)>,
}

impl Interface for EventTarget {
    type State = Self;
    const NAME: &'static str = "EventTarget";
    const DEPTH: usize = 0;
}

impl EventTarget {
    /// The JavaScript object of this target, once it has one.
    #[must_use]
    pub fn object(&self) -> Option<&JsObject> {
        self.object.get()
    }

    /// Tells the target which object it belongs to. Only the first call counts.
    pub fn set_object(&self, object: JsObject) {
        // A second object would be a second wrapper of one state, which nobody makes.
        let _ = self.object.set(object);
    }

    /// `observer` is called with the target's object whenever a listener was added or removed.
    pub fn observe_listeners(&self, observer: fn(&JsObject)) {
        self.on_listeners_changed.set(Some(observer));
    }

    /// Whether any listener is registered for this event type.
    #[must_use]
    pub fn has_listeners(&self, event_type: &JsString) -> bool {
        self.any_listener(|listener| listener.event_type == *event_type)
    }

    fn any_listener(&self, which: impl FnMut(&Gc<Listener>) -> bool) -> bool {
        self.listening.borrow().as_ref().is_some_and(|listening| listening.listeners.iter().any(which))
    }

    fn listeners_changed(&self) {
        if let (Some(observer), Some(object)) = (self.on_listeners_changed.get(), self.object.get()) {
            observer(object);
        }
    }

    /// [Adds an event listener](https://dom.spec.whatwg.org/#add-an-event-listener). Returns it if it is new.
    fn add(&self, listener: Listener) -> Option<Gc<Listener>> {
        // Step 4: the same listener is not added twice.
        if self.any_listener(|other| other.is_same(&listener)) {
            return None;
        }
        let listener = Gc::new(listener);
        self.listening.borrow_mut().get_or_insert_default().listeners.push(listener.clone());
        self.listeners_changed();
        Some(listener)
    }

    /// [Removes an event listener](https://dom.spec.whatwg.org/#remove-an-event-listener). A dispatch that goes on skips it.
    fn remove(&self, which: impl Fn(&Listener) -> bool) {
        let removed: Vec<Gc<Listener>> = match &mut *self.listening.borrow_mut() {
            Some(listening) => listening.listeners.extract_if(.., |listener| which(listener)).collect(),
            None => return,
        };
        for listener in &removed {
            listener.removed.set(true);
        }
        if !removed.is_empty() {
            self.listeners_changed();
        }
    }

    /// The value of the [event handler](https://html.spec.whatwg.org/multipage/webappapis.html#event-handlers) for a type.
    #[must_use]
    pub fn handler(&self, event_type: &JsString) -> Option<JsObject> {
        let listening = self.listening.borrow();
        let handlers = &listening.as_ref()?.handlers;
        handlers.iter().find(|(handled, _)| handled == event_type).map(|(_, handler)| handler.clone())
    }

    /// Sets an event handler. Its place among the listeners is that of its first activation.
    pub fn set_handler(&self, event_type: &JsString, value: &JsValue) {
        let handler = value.as_object();
        {
            let mut listening = self.listening.borrow_mut();
            let handlers = &mut listening.get_or_insert_default().handlers;
            handlers.retain(|(handled, _)| handled != event_type);
            handlers.extend(handler.clone().map(|handler| (event_type.clone(), handler)));
        }
        if handler.is_none() {
            self.remove(|listener| {
                matches!(listener.callback, Callback::Handler) && listener.event_type == *event_type
            });
            return;
        }
        self.add(Listener {
            event_type: event_type.clone(),
            callback: Callback::Handler,
            capture: false,
            once: false,
            passive: false,
            removed: Cell::new(false),
        });
    }

    /// The getter of an event handler attribute.
    #[must_use]
    pub fn handler_value(&self, event_type: &JsString) -> JsValue {
        self.handler(event_type).map_or_else(JsValue::null, JsValue::from)
    }
}

/// [Fires an event](https://dom.spec.whatwg.org/#concept-event-fire): `create` makes it, unless nobody listens. Returns
/// whether the event was not canceled.
///
/// # Errors
///
/// What `create` returns.
pub fn fire_an_event(
    target: &EventTarget,
    event_type: &JsString,
    context: &mut Context,
    create: impl FnOnce(&mut Context) -> JsResult<(JsObject, Gc<Event>)>,
) -> JsResult<bool> {
    if !target.has_listeners(event_type) {
        return Ok(true);
    }
    let (object, event) = create(context)?;
    Ok(dispatch(target, &object, &event, context))
}

impl EventTarget {
    /// [Fires](https://dom.spec.whatwg.org/#concept-event-fire) an event of the interface `Event` that cannot be canceled.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the realm was made without this library's interfaces.
    pub fn fire_plain(&self, event_type: &JsString, context: &mut Context) -> JsResult<bool> {
        fire_an_event(self, event_type, context, |context| {
            Event::create_plain(event_type.clone(), EventInit::default(), context)
        })
    }
}

/// Clears what an event knows of its dispatch, whichever way that ends.
struct Dispatch<'a>(&'a Event);

impl Drop for Dispatch<'_> {
    fn drop(&mut self) {
        let event = self.0;
        event.phase.set(EventPhase::None);
        *event.current_target.borrow_mut() = None;
        event.flags.dispatch.set(false);
        event.flags.stop_propagation.set(false);
        event.flags.stop_immediate_propagation.set(false);
    }
}

/// [Dispatches](https://dom.spec.whatwg.org/#concept-event-dispatch) an event. Returns whether it was not canceled.
fn dispatch(target: &EventTarget, object: &JsObject, event: &Gc<Event>, context: &mut Context) -> bool {
    let Some(target_object) = target.object().cloned() else { return true };
    event.flags.dispatch.set(true);
    *event.target.borrow_mut() = Some(target_object.clone());
    {
        let _dispatch = Dispatch(event);
        // Steps 5.13 and 5.14: at the target, listeners that capture come before those that do not.
        for capture in [true, false] {
            if event.flags.stop_propagation.get() {
                break;
            }
            event.phase.set(EventPhase::AtTarget);
            *event.current_target.borrow_mut() = Some(target_object.clone());
            inner_invoke(target, object, event, capture, context);
        }
    }
    !event.is_canceled()
}

/// [Inner invoke](https://dom.spec.whatwg.org/#concept-event-listener-inner-invoke), on a copy of the list: listeners that are
/// added meanwhile wait for the next event, those that are removed are skipped.
fn inner_invoke(target: &EventTarget, object: &JsObject, event: &Gc<Event>, capture: bool, context: &mut Context) {
    let event_type = event.event_type();
    let mut listeners =
        target.listening.borrow().as_ref().map_or_else(Vec::new, |listening| listening.listeners.clone());
    listeners.retain(|listener| listener.capture == capture && listener.event_type == event_type);
    for listener in listeners {
        if listener.removed.get() {
            continue;
        }
        if listener.once {
            target.remove(|other| std::ptr::eq(other, &raw const *listener));
        }
        event.flags.in_passive_listener.set(listener.passive);
        let result = match &listener.callback {
            Callback::Listener(callback) => call_a_listener(callback.as_ref(), object, event, context),
            Callback::Handler => process_an_event_handler(target, &event_type, object, event, context),
        };
        event.flags.in_passive_listener.set(false);
        if let Err(error) = result
            && let Ok(event_loop) = event_loop(context)
        {
            event_loop.report_an_exception(error, context);
        }
        if event.flags.stop_immediate_propagation.get() {
            return;
        }
    }
}

/// [Calls a user object's operation](https://webidl.spec.whatwg.org/#call-a-user-objects-operation) `handleEvent`.
fn call_a_listener(
    callback: Option<&JsObject>,
    object: &JsObject,
    event: &Event,
    context: &mut Context,
) -> JsResult<()> {
    let Some(callback) = callback else { return Ok(()) };
    let arguments = [object.clone().into()];
    if callback.is_callable() {
        let this = event.current_target.borrow().clone().map_or_else(JsValue::undefined, JsValue::from);
        return invoke(callback, &this, &arguments, context).map(drop);
    }
    let handle_event = callback.get(js_string!("handleEvent"), context)?;
    let Some(handle_event) = handle_event.as_callable() else {
        return Err(type_error("the event listener's handleEvent is not a function"));
    };
    invoke(&handle_event, &callback.clone().into(), &arguments, context).map(drop)
}

/// [The event handler processing algorithm](https://html.spec.whatwg.org/multipage/webappapis.html#the-event-handler-processing-algorithm).
fn process_an_event_handler(
    target: &EventTarget,
    event_type: &JsString,
    object: &JsObject,
    event: &Event,
    context: &mut Context,
) -> JsResult<()> {
    // A handler that is no function is kept, and never called.
    let Some(handler) = target.handler(event_type).filter(JsObject::is_callable) else { return Ok(()) };
    let this = event.current_target.borrow().clone().map_or_else(JsValue::undefined, JsValue::from);
    // Step 4: `onerror` of a global gets the error's parts instead of the event, and cancels it by returning true.
    let parts = ErrorParts::of(event_type, object, &this, context)?;
    let is_error_event = parts.is_some();
    let arguments = parts.map_or_else(|| vec![object.clone().into()], |parts| parts.0);
    let returned = invoke(&handler, &this, &arguments, context)?;
    let cancel =
        if is_error_event { returned.as_boolean() == Some(true) } else { returned.as_boolean() == Some(false) };
    if cancel {
        event.set_the_canceled_flag();
    }
    Ok(())
}

/// The arguments of an `OnErrorEventHandler`.
struct ErrorParts(Vec<JsValue>);

impl ErrorParts {
    fn of(event_type: &JsString, event: &JsObject, this: &JsValue, context: &mut Context) -> JsResult<Option<Self>> {
        let is_global = this.as_object().is_some_and(|this| this == context.global_object());
        if !is_global || *event_type != js_string!("error") {
            return Ok(None);
        }
        // Only an `ErrorEvent` has these; any other event named "error" is passed as it is.
        if event.get(js_string!("lineno"), context)?.is_undefined() {
            return Ok(None);
        }
        let parts = ["message", "filename", "lineno", "colno", "error"];
        let parts: JsResult<_> = parts.iter().map(|part| event.get(js_string!(*part), context)).collect();
        parts.map(|parts| Some(Self(parts)))
    }
}

/// Removes a listener when its `signal` aborts.
#[derive(Trace, Finalize)]
struct RemoveListener {
    target: Gc<EventTarget>,
    listener: Gc<Listener>,
}

impl AbortAlgorithm for RemoveListener {
    fn run(&self, _: &Gc<AbortSignal>, _: &mut Context) {
        self.target.remove(|other| std::ptr::eq(other, &raw const *self.listener));
    }
}

/// The target of an operation: `this`, or the global object where `this` is missing.
fn this_target(this: &JsValue, context: &mut Context) -> JsResult<Gc<EventTarget>> {
    let target = if this.is_null_or_undefined() {
        implements::<EventTarget>(&context.global_object().into())
    } else {
        implements::<EventTarget>(this)
    };
    target.ok_or_else(|| type_error("Illegal invocation: 'this' is not an EventTarget"))
}

fn callback_of(value: &JsValue) -> JsResult<Option<JsObject>> {
    match value.as_object() {
        Some(object) => Ok(Some(object)),
        None if value.is_null_or_undefined() => Ok(None),
        None => Err(type_error("the event listener is not an object")),
    }
}

/// [Flattens](https://dom.spec.whatwg.org/#concept-flatten-options) options: the `capture` flag, given as itself or in a dictionary.
fn flatten(options: &JsValue, context: &mut Context) -> JsResult<bool> {
    match options.as_object() {
        None => Ok(options.to_boolean()),
        Some(_) => Dictionary::from_value(options, "options")?.boolean(js_string!("capture"), context),
    }
}

/// [`addEventListener`](https://dom.spec.whatwg.org/#dom-eventtarget-addeventlistener).
fn add_event_listener(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = this_target(this, context)?;
    require_arguments(arguments, 2, "EventTarget.addEventListener")?;
    let event_type = arguments[0].to_string(context)?;
    let callback = callback_of(&arguments[1])?;
    let options = arguments.get_or_undefined(2);
    let capture = flatten(options, context)?;
    let (mut once, mut passive, mut signal) = (false, false, None);
    if options.is_object() {
        let options = Dictionary::from_value(options, "options")?;
        once = options.boolean(js_string!("once"), context)?;
        passive = options.boolean(js_string!("passive"), context)?;
        if let Some(value) = options.get(js_string!("signal"), context)? {
            signal = Some(implements::<AbortSignal>(&value).ok_or_else(|| type_error("signal is not an AbortSignal"))?);
        }
    }
    if signal.as_ref().is_some_and(|signal| signal.is_aborted()) || callback.is_none() {
        return Ok(JsValue::undefined());
    }
    let callback = Callback::Listener(callback);
    let removed = Cell::new(false);
    let listener = target.add(Listener { event_type, callback, capture, once, passive, removed });
    if let (Some(listener), Some(signal)) = (listener, signal) {
        // Nobody takes this algorithm back: it does nothing once the listener is gone.
        let _ = AbortSignal::add(&signal, Rc::new(RemoveListener { target, listener }));
    }
    Ok(JsValue::undefined())
}

/// [`removeEventListener`](https://dom.spec.whatwg.org/#dom-eventtarget-removeeventlistener).
fn remove_event_listener(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = this_target(this, context)?;
    require_arguments(arguments, 2, "EventTarget.removeEventListener")?;
    let event_type = arguments[0].to_string(context)?;
    let callback = Callback::Listener(callback_of(&arguments[1])?);
    let capture = flatten(arguments.get_or_undefined(2), context)?;
    let (once, passive, removed) = (false, false, Cell::new(false));
    let sought = Listener { event_type, callback, capture, once, passive, removed };
    target.remove(|listener| listener.is_same(&sought));
    Ok(JsValue::undefined())
}

/// [`dispatchEvent`](https://dom.spec.whatwg.org/#dom-eventtarget-dispatchevent).
fn dispatch_event(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = this_target(this, context)?;
    require_arguments(arguments, 1, "EventTarget.dispatchEvent")?;
    let (Some(object), Some(event)) = (arguments[0].as_object(), implements::<Event>(&arguments[0])) else {
        return Err(type_error("the argument of dispatchEvent is not an Event"));
    };
    if event.flags.dispatch.get() || !event.is_initialized() {
        let message = "the event is being dispatched already";
        return Err(DomException::error(DomExceptionName::InvalidState, message, context));
    }
    event.set_untrusted();
    Ok(dispatch(&target, &object, &event, context).into())
}

fn constructor(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let prototype = prototype_of_new_target::<EventTarget>(new_target, context)?;
    let state = Gc::new(EventTarget::default());
    let object = new_object(prototype, Layers::root(&state), context);
    state.set_object(object.clone());
    Ok(object.into())
}

impl EventTarget {
    /// A new object of an interface `T` that inherits from `EventTarget`.
    ///
    /// # Errors
    ///
    /// A `TypeError` if the realm was made without this library's interfaces.
    pub fn create<T: Interface>(target: &Gc<Self>, layers: Layers, context: &mut Context) -> JsResult<JsObject> {
        let prototype = interface_prototype::<T>(context)?;
        let object = new_object(prototype, layers, context);
        target.set_object(object.clone());
        Ok(object)
    }
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    InterfaceBuilder::new::<EventTarget>(context)
        .constructor(0, constructor)
        .operation("addEventListener", 2, add_event_listener)
        .operation("removeEventListener", 2, remove_event_listener)
        .operation("dispatchEvent", 1, dispatch_event)
        .build()
}
