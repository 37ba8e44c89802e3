//! The members of `AbortSignal`: <https://dom.spec.whatwg.org/#interface-AbortSignal>.

use boa_engine::{Context, JsError, JsResult, JsValue};
use boa_gc::Gc;

use super::abort_signal::{AbortSignal, create_a_dependent_signal};
use super::abort_timeout::abort_after_a_timeout;
use super::dom_exception::limit_exceeded;
use super::event_handlers::event_handler_attribute;
use super::event_target::EventTarget;
use crate::web::dom::event_handler_name;
use crate::web::webidl::{enforce_range, event_loop, implementation, interface, sequence};

interface! {
    AbortSignal: EventTarget;
    static "abort"(0) = abort;
    static "timeout"(1) = timeout;
    static "any"(1) = any;
    get "aborted" = |signal| signal.is_aborted();
    get "reason" = |signal| signal.reason();
    operation "throwIfAborted"(0) = throw_if_aborted;
    with = |builder| event_handler_attribute::<AbortSignal>(builder, event_handler_name!("abort"));
}

/// [`AbortSignal.abort`](https://dom.spec.whatwg.org/#dom-abortsignal-abort).
fn abort(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok(AbortSignal::create_aborted(arguments.first().cloned(), context)?.object())
}

/// [`AbortSignal.timeout`](https://dom.spec.whatwg.org/#dom-abortsignal-timeout).
fn timeout(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let milliseconds = enforce_range(&arguments[0], &"AbortSignal.timeout: milliseconds", context)?;
    event_loop(context)?.check_timers().map_err(|exceeded| limit_exceeded(exceeded, context))?;
    let signal = AbortSignal::create(context)?;
    abort_after_a_timeout(&signal, milliseconds, &event_loop(context)?, context);
    Ok(signal.object())
}

/// [`AbortSignal.any`](https://dom.spec.whatwg.org/#dom-abortsignal-any).
fn any(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let signals = sequence(&arguments[0], &"AbortSignal.any: signals", context, implementation::<AbortSignal>)?;
    let result = AbortSignal::create(context)?;
    create_a_dependent_signal(&result, &signals, &*event_loop(context)?);
    Ok(result.object())
}

/// [`throwIfAborted`](https://dom.spec.whatwg.org/#dom-abortsignal-throwifaborted).
fn throw_if_aborted(signal: &Gc<AbortSignal>, _: &[JsValue], _: &mut Context) -> JsResult<()> {
    if signal.is_aborted() { Err(JsError::from_opaque(signal.reason())) } else { Ok(()) }
}
