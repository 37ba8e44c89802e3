//! The callbacks of underlying sources, underlying sinks and transformers.

use boa_engine::object::builtins::JsPromise;
use boa_engine::{Context, JsObject, JsResult, JsValue};

use crate::web::webidl::host_promise::AlgorithmPromise;
use crate::web::webidl::traced_promise::{fulfilled_promise, promise_of};
use crate::web::webidl::{Description, callback_function, event_loop, invoke};

/// Converts a member that is a callback.
pub(super) fn callback(value: &JsValue, what: Description<'_>, _: &mut Context) -> JsResult<JsObject> {
    callback_function(value, &what.to_string())
}

/// Calls a callback of a script, which is part of an algorithm that returns a promise.
pub(super) fn promise_call(
    callback: Option<&JsObject>,
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsPromise {
    let Some(callback) = callback else { return fulfilled_promise(context) };
    let result = call(callback, this, arguments, context);
    promise_of(result, context)
}

/// Like [`promise_call`], for an algorithm whose promise no script can see.
pub(super) fn algorithm_call(
    callback: Option<&JsObject>,
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> AlgorithmPromise {
    let Some(callback) = callback else { return AlgorithmPromise::Fulfilled };
    let result = call(callback, this, arguments, context);
    AlgorithmPromise::of(result, context)
}

/// Calls a callback of a script.
///
/// # Errors
///
/// Whatever it throws.
pub(super) fn call(
    callback: &JsObject,
    this: &JsValue,
    arguments: &[JsValue],
    context: &mut Context,
) -> JsResult<JsValue> {
    invoke(callback, this, arguments, &*event_loop(context)?, context)
}
