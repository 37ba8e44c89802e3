//! The conversion and invocation of callback functions.

use std::rc::Rc;

use boa_engine::{Context, JsError, JsObject, JsResult, JsValue};

use super::exception::type_error;
use super::realm::{associated_realm, is_foreign_function};
use crate::event_loop::{Ending, EventLoop, LoopId, Quirk, in_realm};

/// Returns the event loop of this context.
///
/// # Errors
///
/// `TypeError` if the context was built without an [`EventLoop`].
#[inline]
pub fn event_loop(context: &Context) -> JsResult<Rc<EventLoop>> {
    EventLoop::of(context).ok_or_else(no_event_loop)
}

#[cold]
fn no_event_loop() -> JsError {
    type_error("this context has no event loop")
}

/// Returns the event loop of the context, if it is that of a handle: the numbers of tasks mean other tasks elsewhere.
///
/// # Errors
///
/// `TypeError` if it is another one.
pub(crate) fn the_same_loop(owner: LoopId, context: &Context) -> JsResult<Rc<EventLoop>> {
    let event_loop = event_loop(context)?;
    check_loop("handle", owner, &event_loop)?;
    Ok(event_loop)
}

/// Checks that something belongs to this event loop: in another one, numbers of tasks and queues mean others.
///
/// # Errors
///
/// `TypeError` if it belongs to another one.
#[inline]
pub(crate) fn check_loop(what: &'static str, owner: LoopId, event_loop: &EventLoop) -> JsResult<()> {
    if owner == event_loop.id() {
        Ok(())
    } else {
        Err(type_error(format!("this {what} belongs to the event loop of another context")))
    }
}

/// [Converts a value to a callback function](https://webidl.spec.whatwg.org/#js-to-callback-function).
///
/// # Errors
///
/// `TypeError` if the value is not callable; the message starts with `what`.
pub(crate) fn callback_function(value: &JsValue, what: &str) -> JsResult<JsObject> {
    // Omitted: the callback context: nothing uses the incumbent settings object.
    value.as_callable().ok_or_else(|| type_error(format!("{what} is not a function")))
}

/// Calls a value with an undefined `this`, as a callback.
///
/// # Errors
///
/// `TypeError` if the value is not a function, or is one of another context. Whatever the function throws.
pub(crate) fn call(
    function: &JsValue,
    arguments: &[JsValue],
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsResult<JsValue> {
    let function = callback_function(function, "the value to call")?;
    if is_foreign_function(&function, context) {
        return Err(type_error("this function belongs to another context: its values mean nothing here"));
    }
    invoke(&function, &JsValue::undefined(), arguments, event_loop, context)
}

/// [Invokes a callback function](https://webidl.spec.whatwg.org/#invoke-a-callback-function). Its last step is HTML's
/// *clean up after running script*: the microtasks that the callback queued run before this function returns, unless
/// JavaScript called it.
///
/// # Errors
///
/// Whatever the callback throws.
pub(crate) fn invoke(
    callback: &JsObject,
    this: &JsValue,
    arguments: &[JsValue],
    event_loop: &EventLoop,
    context: &mut Context,
) -> JsResult<JsValue> {
    // Omitted: steps 7, 9 and 14.1, the callback context: nothing uses the incumbent settings object.
    let result = event_loop.call_and_handle(callback, this, arguments, context);
    event_loop.clean_up_after_running_script(context);
    result
}

/// Invokes a callback. An exception is [reported][1] for the global of the callback's realm. Returns how the callback
/// ended.
///
/// [1]: https://html.spec.whatwg.org/multipage/webappapis.html#report-an-exception
pub(crate) fn invoke_and_report(
    callback: &JsObject,
    this: &JsValue,
    arguments: &[JsValue],
    event_loop: &EventLoop,
    context: &mut Context,
) -> Ending {
    // In these hosts, an error is reported before the checkpoint, not after it.
    if event_loop.has_quirk(Quirk::ErrorsReportedAtOnce) {
        let result = event_loop.call_and_handle(callback, this, arguments, context);
        let ending = Ending::from_result(&result);
        if let Err(error) = result {
            event_loop.report_in_phase(context, |context| report_for(callback, error, event_loop, context));
        }
        event_loop.clean_up_after_running_script(context);
        return ending;
    }
    let result = invoke(callback, this, arguments, event_loop, context);
    let ending = Ending::from_result(&result);
    if let Err(error) = result {
        report_for(callback, error, event_loop, context);
    }
    ending
}

/// Reports an exception for the global of a callback's realm.
pub(crate) fn report_for(callback: &JsObject, exception: JsError, event_loop: &EventLoop, context: &mut Context) {
    let realm = associated_realm(callback, context);
    in_realm(&realm, context, |context| event_loop.report_an_exception(exception, context));
}
