//! Variables whose values travel with work, for `AsyncLocalStorage`.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};
use posttask::internal::async_context::wrap;
use posttask::internal::event_loop::VariableId;
use posttask::internal::webidl::{event_loop, type_error};

/// `create()` returns the key of a new variable. `get(key)`, `set(key, value)` and `run(key, value, function)` use it.
/// `bind(function)` returns a function that is called with the current values of all variables.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    super::functions(&[("create", new_variable), ("get", get), ("set", set), ("run", run), ("bind", wrap)], context)
}

fn key(value: &JsValue, context: &mut Context) -> JsResult<VariableId> {
    value.to_length(context)
}

#[expect(clippy::cast_precision_loss, reason = "there are few variables")]
fn new_variable(_: &JsValue, _: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    Ok((event_loop(context)?.new_variable_id() as f64).into())
}

fn get(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = key(arguments.get_or_undefined(0), context)?;
    Ok(event_loop(context)?.variable(key).unwrap_or_default())
}

fn set(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = key(arguments.get_or_undefined(0), context)?;
    event_loop(context)?.set_variable(key, arguments.get_or_undefined(1).clone());
    Ok(JsValue::undefined())
}

fn run(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let key = key(arguments.get_or_undefined(0), context)?;
    let value = arguments.get_or_undefined(1).clone();
    let function = arguments.get_or_undefined(2).as_callable().ok_or_else(|| type_error("expected a function"))?;
    event_loop(context)?.with_variable(key, value, || function.call(&JsValue::undefined(), &[], context))
}
