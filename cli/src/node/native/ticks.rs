//! Ticks and immediates, for `node:process` and `node:timers`.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};
use posttask::internal::node::{Immediate, clear_immediate, next_tick, set_immediate};
use posttask::webidl::Interface;

use crate::testing::assert::invalid_arg_type;

/// The functions themselves: a function in JavaScript around them would be where the work comes from.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    Immediate::register(context)?;
    super::functions(&[("nextTick", tick), ("setImmediate", set), ("clearImmediate", clear)], context)
}

fn callback(arguments: &[JsValue], context: &mut Context) -> JsResult<JsObject> {
    let callback = arguments.get_or_undefined(0);
    let function = callback.as_callable();
    function.ok_or_else(|| invalid_arg_type("callback", "of type function", callback, context))
}

fn rest(arguments: &[JsValue]) -> Vec<JsValue> {
    arguments.get(1..).unwrap_or_default().to_vec()
}

fn tick(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    next_tick(callback(arguments, context)?, rest(arguments), context)?;
    Ok(JsValue::undefined())
}

fn set(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    set_immediate(callback(arguments, context)?, rest(arguments), context).map(JsValue::from)
}

fn clear(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    clear_immediate(arguments.get_or_undefined(0), context)?;
    Ok(JsValue::undefined())
}
