//! `EventTarget`: listeners, event handlers, and dispatch. <https://dom.spec.whatwg.org/#interface-eventtarget>.
//!
//! No target of this library has a parent, so an event's path is its target alone.
//!
//! This file and `abort_signal` use each other, as the standard has it: a signal is a target, and a signal removes
//! listeners.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use boa_engine::realm::Realm;
use boa_engine::{Context, JsArgs, JsObject, JsResult, JsString, JsValue, js_string};
use boa_gc::{Finalize, Gc, GcRefCell, Trace};

use super::abort_signal::{AbortAlgorithm, AbortSignal, AlgorithmId};
use super::dom_exception::{DomException, DomExceptionName};
use super::event::{Event, EventInit, EventPhase};
use crate::event_loop::{EventLoop, in_realm};
use crate::webidl::{
    Dictionary, Interface, InterfaceBuilder, Layers, event_loop, implements, interface_prototype, invoke, new_object,
    prototype_of_new_target, report_for, require_arguments, type_error,
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
    /// The signal that removes it, and the algorithm by which it does: taken back when it is removed in another way.
    signal: GcRefCell<Option<(Gc<AbortSignal>, AlgorithmId)>>,
}

impl Listener {
    /// A listener that is removed by no signal.
    fn new(event_type: JsString, callback: Callback, capture: bool) -> Self {
        let (once, passive, removed) = (false, false, Cell::new(false));
        Self { event_type, callback, capture, once, passive, removed, signal: GcRefCell::default() }
    }

    /// Marks it as removed, and takes back the algorithm by which its signal would remove it.
    fn end(&self) {
        self.removed.set(true);
        let signal = self.signal.borrow_mut().take();
        if let Some((signal, algorithm)) = signal {
            AbortSignal::remove(&signal, algorithm);
        }
    }

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
    object: OnceCell<(JsObject, Realm)>,
    /// `None` until the first listener.
    listening: GcRefCell<Option<Box<Listening>>>,
    #[unsafe_ignore_trace]
    hooks: Cell<Option<&'static TargetHooks>>,
}

/// What an interface that inherits from `EventTarget` overrides.
#[derive(Clone, Copy, Debug, Default)]
pub struct TargetHooks {
    /// Called with the target's object whenever a listener was added or removed.
    pub listeners_changed: Option<fn(&JsObject)>,
    /// The five arguments that an `error` handler gets instead of this event, if
    /// [it does](https://html.spec.whatwg.org/multipage/webappapis.html#the-event-handler-processing-algorithm).
    pub error_arguments: Option<ErrorArguments>,
}

/// Takes the five arguments of an `OnErrorEventHandler` from an event, if it has them.
pub type ErrorArguments = fn(&JsObject) -> Option<[JsValue; 5]>;

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
        self.object.get().map(|(object, _)| object)
    }

    /// The [relevant realm](https://html.spec.whatwg.org/multipage/webappapis.html#concept-relevant-realm) of this
    /// target, once it has an object.
    #[must_use]
    pub fn realm(&self) -> Option<&Realm> {
        self.object.get().map(|(_, realm)| realm)
    }

    /// Tells the target which object it belongs to, and that the object's realm is the current one. Only the first call
    /// counts.
    pub fn set_object(&self, object: JsObject, context: &Context) {
        // A second object would be a second wrapper of one state, which nobody makes.
        let _ = self.object.set((object, context.realm().clone()));
    }

    /// Sets what the interface of this target overrides.
    pub fn set_hooks(&self, hooks: &'static TargetHooks) {
        self.hooks.set(Some(hooks));
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
        let changed = self.hooks.get().and_then(|hooks| hooks.listeners_changed);
        if let (Some(changed), Some(object)) = (changed, self.object()) {
            changed(object);
        }
    }

    /// [Adds an event listener](https://dom.spec.whatwg.org/#add-an-event-listener). Returns it if it is new.
    fn add(&self, listener: Listener) -> Option<Gc<Listener>> {
        // Step 5: the same listener is not added twice.
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
            listener.end();
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
        self.add(Listener::new(event_type.clone(), Callback::Handler, false));
    }

    /// The getter of an event handler attribute.
    #[must_use]
    pub fn handler_value(&self, event_type: &JsString) -> JsValue {
        self.handler(event_type).map_or_else(JsValue::null, JsValue::from)
    }
}

/// [Fires an event](https://dom.spec.whatwg.org/#concept-event-fire) in the target's realm: `create` makes it there,
/// unless nobody listens. What goes wrong meanwhile is reported for that realm's global. Returns whether the event was
/// not canceled.
pub fn fire_an_event(
    target: &EventTarget,
    event_type: &JsString,
    event_loop: &EventLoop,
    context: &mut Context,
    create: impl FnOnce(&mut Context) -> JsResult<(JsObject, Gc<Event>)>,
) -> bool {
    let Some(realm) = target.realm().filter(|_| target.has_listeners(event_type)) else { return true };
    in_realm(realm, context, |context| match create(context) {
        Ok((object, event)) => dispatch(target, &object, &event, event_loop, context),
        Err(error) => {
            event_loop.report_an_exception(error, context);
            true
        }
    })
}

impl EventTarget {
    /// [Fires](https://dom.spec.whatwg.org/#concept-event-fire) an event of the interface `Event` that cannot be canceled.
    pub fn fire_plain(&self, event_type: &JsString, event_loop: &EventLoop, context: &mut Context) {
        fire_an_event(self, event_type, event_loop, context, |context| {
            Event::create_plain(event_type.clone(), EventInit::default(), context)
        });
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
fn dispatch(
    target: &EventTarget,
    object: &JsObject,
    event: &Gc<Event>,
    event_loop: &EventLoop,
    context: &mut Context,
) -> bool {
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
            inner_invoke(target, object, event, capture, event_loop, context);
        }
    }
    !event.is_canceled()
}

/// [Inner invoke](https://dom.spec.whatwg.org/#concept-event-listener-inner-invoke), on a copy of the list: listeners that are
/// added meanwhile wait for the next event, those that are removed are skipped.
fn inner_invoke(
    target: &EventTarget,
    object: &JsObject,
    event: &Gc<Event>,
    capture: bool,
    event_loop: &EventLoop,
    context: &mut Context,
) {
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
        let callback = match &listener.callback {
            Callback::Listener(callback) => callback.clone(),
            Callback::Handler => target.handler(&event_type),
        };
        if let Some(callback) = callback {
            let result = match listener.callback {
                Callback::Listener(_) => call_a_listener(&callback, object, event, event_loop, context),
                Callback::Handler => process_an_event_handler(target, &callback, object, event, event_loop, context),
            };
            if let Err(error) = result {
                report_for(&callback, error, event_loop, context);
            }
        }
        event.flags.in_passive_listener.set(false);
        if event.flags.stop_immediate_propagation.get() {
            return;
        }
    }
}

/// [Calls a user object's operation](https://webidl.spec.whatwg.org/#call-a-user-objects-operation) `handleEvent`.
fn call_a_listener(
    callback: &JsObject,
    object: &JsObject,
    event: &Event,
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsResult<()> {
    let arguments = [object.clone().into()];
    if callback.is_callable() {
        let this = event.current_target.borrow().clone().map_or_else(JsValue::undefined, JsValue::from);
        return invoke(callback, &this, &arguments, event_loop, context).map(drop);
    }
    let handle_event = event_loop.call_javascript(context, |context| callback.get(js_string!("handleEvent"), context));
    let not_callable = || type_error("the event listener's handleEvent is not a function");
    match handle_event.and_then(|operation| operation.as_callable().ok_or_else(not_callable)) {
        Ok(operation) => invoke(&operation, &callback.clone().into(), &arguments, event_loop, context).map(drop),
        Err(error) => {
            event_loop.clean_up_after_running_script(context);
            Err(error)
        }
    }
}

/// [The event handler processing algorithm](https://html.spec.whatwg.org/multipage/webappapis.html#the-event-handler-processing-algorithm).
fn process_an_event_handler(
    target: &EventTarget,
    handler: &JsObject,
    object: &JsObject,
    event: &Event,
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsResult<()> {
    // A handler that is no function is kept, and never called.
    if !handler.is_callable() {
        return Ok(());
    }
    let this = event.current_target.borrow().clone().map_or_else(JsValue::undefined, JsValue::from);
    // Step 3: `onerror` of a global gets the parts of an `ErrorEvent` instead of the event.
    let error_arguments = target.hooks.get().and_then(|hooks| hooks.error_arguments);
    let parts = error_arguments.filter(|_| event.event_type() == js_string!("error")).and_then(|parts| parts(object));
    let returned = match &parts {
        Some(parts) => invoke(handler, &this, parts, event_loop, context)?,
        None => invoke(handler, &this, &[object.clone().into()], event_loop, context)?,
    };
    // Step 5: such a handler cancels the event by returning true, every other one by returning false.
    if returned.as_boolean() == Some(parts.is_some()) {
        event.set_the_canceled_flag();
    }
    Ok(())
}

/// Removes a listener when its `signal` aborts.
#[derive(Trace, Finalize)]
struct RemoveListener {
    target: Gc<EventTarget>,
    listener: Gc<Listener>,
}

impl AbortAlgorithm for RemoveListener {
    fn run(&self, _: &Gc<AbortSignal>, _: &EventLoop, _: &mut Context) {
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
    let mut listener = Listener::new(event_type, Callback::Listener(callback), capture);
    (listener.once, listener.passive) = (once, passive);
    if let (Some(listener), Some(signal)) = (target.add(listener), signal) {
        let removal = Rc::new(RemoveListener { target, listener: listener.clone() });
        let algorithm = AbortSignal::add(&signal, removal);
        *listener.signal.borrow_mut() = algorithm.map(|algorithm| (signal, algorithm));
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
    let sought = Listener::new(event_type, callback, capture);
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
    Ok(dispatch(&target, &object, &event, &*event_loop(context)?, context).into())
}

fn constructor(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let prototype = prototype_of_new_target::<EventTarget>(new_target, context)?;
    let state = Gc::new(EventTarget::default());
    let object = new_object(prototype, Layers::root(&state), context);
    state.set_object(object.clone(), context);
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
        target.set_object(object.clone(), context);
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
