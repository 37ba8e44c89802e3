//! Callback functions, and the one function that invokes them.

use std::rc::Rc;

use boa_engine::{Context, JsObject, JsResult, JsValue};

use super::type_error;
use crate::event_loop::EventLoop;

/// The event loop of this context.
///
/// # Errors
///
/// A `TypeError` if the context was not built with an [`EventLoop`].
pub fn event_loop(context: &Context) -> JsResult<Rc<EventLoop>> {
    EventLoop::of(context).ok_or_else(|| type_error("this context has no event loop"))
}

/// [Converts a value to a callback function](https://webidl.spec.whatwg.org/#js-to-callback-function).
///
/// # Errors
///
/// A `TypeError` that names `what` if the value is not callable.
pub fn callback_function(value: &JsValue, what: &str) -> JsResult<JsObject> {
    value.as_callable().ok_or_else(|| type_error(format!("{what} is not a function")))
}

/// [Invokes a callback function](https://webidl.spec.whatwg.org/#invoke-a-callback-function). Its last step is HTML's
/// *clean up after running script*: microtasks that the callback queued run before this returns, unless JavaScript
/// called us.
///
/// # Errors
///
/// What the callback throws.
pub fn invoke(callback: &JsObject, this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let event_loop = event_loop(context)?;
    let result = {
        let _script = event_loop.enter_script();
        callback.call(this, arguments, context)
    };
    event_loop.clean_up_after_running_script(context);
    result
}
