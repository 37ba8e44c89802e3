//! Ticks, immediates and timers, for `node:process` and `node:timers`.

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue};
use posttask::internal::node::{
    Immediate, Timeout, clear_immediate, clear_timeout, clear_timer_of_the_web, next_tick, set_immediate, set_timeout,
};
use posttask::webidl::Interface;

use crate::testing::assert::invalid_arg_type;

/// The functions themselves: a function in JavaScript around them would be where the work comes from.
pub(crate) fn create(context: &mut Context) -> JsResult<JsObject> {
    Immediate::register(context)?;
    Timeout::register(context)?;
    let list = &[
        ("nextTick", tick as _),
        ("setImmediate", set as _),
        ("clearImmediate", clear as _),
        ("setTimeout", set_once as _),
        ("setInterval", set_repeated as _),
        ("clearTimeout", clear_timer as _),
        ("clearInterval", clear_timer as _),
    ];
    super::functions(list, context)
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

fn set_timer(arguments: &[JsValue], repeats: bool, context: &mut Context) -> JsResult<JsValue> {
    let (callback, delay) = (callback(arguments, context)?, arguments.get_or_undefined(1));
    let rest = arguments.get(2..).unwrap_or_default().to_vec();
    set_timeout(callback, delay, rest, repeats, context).map(JsValue::from)
}

fn set_once(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    set_timer(arguments, false, context)
}

fn set_repeated(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    set_timer(arguments, true, context)
}

/// The timer is a `Timeout`, or its number, or that as a text, or the number of a timer of the web.
fn clear_timer(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let timer = arguments.get_or_undefined(0);
    if !clear_timeout(timer, context)? && (timer.is_number() || timer.is_string()) {
        let id = timer.to_i32(context)?;
        clear_timer_of_the_web(id, context)?;
    }
    Ok(JsValue::undefined())
}
