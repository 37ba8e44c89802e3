//! The members of `EventTarget`: <https://dom.spec.whatwg.org/#interface-eventtarget>.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};
use boa_gc::Gc;

use super::abort_signal::AbortSignal;
use super::dispatch::dispatch;
use super::dom_exception::{DomException, DomExceptionName};
use super::event::Event;
use super::event_listener::{Callback, Listener, Phase};
use super::event_target::EventTarget;
use crate::web::webidl::{
    Dictionary, Layers, event_loop, illegal_invocation, implementation, implements, interface, prototype_of_new_target,
    require_arguments, type_error,
};

interface! {
    EventTarget;
    constructor(0) = construct;
    raw "addEventListener"(2) = add_event_listener;
    raw "removeEventListener"(2) = remove_event_listener;
    raw "dispatchEvent"(1) = dispatch_event;
}

fn construct(new_target: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let prototype = prototype_of_new_target::<EventTarget>(new_target, context)?;
    let target = Gc::new(EventTarget::default());
    Ok(target.wrap(prototype, Layers::root(&target), context))
}

/// Returns the target of an operation: `this`, or the global object if `this` is `undefined` or `null`.
fn this_target(this: &JsValue, operation: &str, context: &Context) -> JsResult<Gc<EventTarget>> {
    let target = if this.is_null_or_undefined() {
        implements::<EventTarget>(&context.global_object().into())
    } else {
        implements::<EventTarget>(this)
    };
    target.ok_or_else(|| illegal_invocation::<EventTarget>(operation))
}

fn callback_of(value: &JsValue) -> JsResult<Option<JsObject>> {
    match value.as_object() {
        Some(object) => Ok(Some(object)),
        None if value.is_null_or_undefined() => Ok(None),
        None => Err(type_error("the event listener is not an object")),
    }
}

/// [Flattens](https://dom.spec.whatwg.org/#concept-flatten-options) options: either the value of `capture` itself or a
/// dictionary.
fn flatten(options: &JsValue, operation: &'static str, context: &mut Context) -> JsResult<Phase> {
    let capture = match options.as_object() {
        None => options.to_boolean(),
        Some(_) => Dictionary::from_value(options, operation)?.boolean(js_string!("capture"), context)?,
    };
    Ok(if capture { Phase::Capturing } else { Phase::Bubbling })
}

const ADD: &str = "EventTarget.addEventListener";
const REMOVE: &str = "EventTarget.removeEventListener";

/// [`addEventListener`](https://dom.spec.whatwg.org/#dom-eventtarget-addeventlistener).
fn add_event_listener(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = this_target(this, "addEventListener", context)?;
    require_arguments(arguments, 2, ADD)?;
    let event_type = arguments[0].to_string(context)?;
    let callback = callback_of(&arguments[1])?;
    let options = arguments.get_or_undefined(2);
    let phase = flatten(options, ADD, context)?;
    let mut listener = Listener::new(event_type, Callback::Listener(callback.clone()), phase);
    let mut signal = None;
    if options.is_object() {
        let options = Dictionary::from_value(options, ADD)?;
        listener.once = options.boolean(js_string!("once"), context)?;
        listener.passive = options.boolean(js_string!("passive"), context)?;
        signal = options.convert(&js_string!("signal"), context, implementation::<AbortSignal>)?;
    }
    if signal.as_ref().is_some_and(|signal| signal.is_aborted()) || callback.is_none() {
        return Ok(JsValue::undefined());
    }
    if let (Some(listener), Some(signal)) = (target.add(listener), signal) {
        Listener::remove_on_abort(&listener, target, signal);
    }
    Ok(JsValue::undefined())
}

/// [`removeEventListener`](https://dom.spec.whatwg.org/#dom-eventtarget-removeeventlistener).
fn remove_event_listener(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = this_target(this, "removeEventListener", context)?;
    require_arguments(arguments, 2, REMOVE)?;
    let event_type = arguments[0].to_string(context)?;
    let callback = Callback::Listener(callback_of(&arguments[1])?);
    let phase = flatten(arguments.get_or_undefined(2), REMOVE, context)?;
    target.remove_same(&Listener::new(event_type, callback, phase));
    Ok(JsValue::undefined())
}

/// [`dispatchEvent`](https://dom.spec.whatwg.org/#dom-eventtarget-dispatchevent).
fn dispatch_event(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = this_target(this, "dispatchEvent", context)?;
    require_arguments(arguments, 1, "EventTarget.dispatchEvent")?;
    let (Some(object), Some(event)) = (arguments[0].as_object(), implements::<Event>(&arguments[0])) else {
        return Err(type_error("the argument of dispatchEvent is not an Event"));
    };
    if event.flags.dispatch.get() {
        let message = "the event is already being dispatched";
        return Err(DomException::error(DomExceptionName::InvalidState, message, context));
    }
    event.set_untrusted();
    Ok(dispatch(&target, &object, &event, &*event_loop(context)?, context).into())
}
