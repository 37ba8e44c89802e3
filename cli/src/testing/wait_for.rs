//! `t.waitFor`: <https://nodejs.org/api/test.html#contextwaitforcondition-options>.

use std::path::Path;

use boa_engine::{Context, JsArgs, JsResult, JsValue, js_string};
use posttask::internal::engine::parse_text;
use posttask::internal::event_loop::marked;
use posttask::internal::webidl::{range_error, type_error};

/// The function in JavaScript: it only consists of timers and promises.
const TEXT: &str = include_str!("wait_for.js");

/// How long a timer may take, in milliseconds.
const LONGEST: f64 = 2_147_483_647.0;

/// Calls a function again and again, until it does not throw. Returns a promise of what it returned.
pub(super) fn wait_for(arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let condition = arguments.get_or_undefined(0);
    if !condition.is_callable() {
        return Err(type_error("t.waitFor: the condition must be a function"));
    }
    let options = arguments.get_or_undefined(1).clone();
    let interval = option(&options, "interval", 50.0, context)?;
    let timeout = option(&options, "timeout", 1_000.0, context)?;
    let global = context.global_object();
    let set_timeout = global.get(js_string!("setTimeout"), context)?;
    let clear_timeout = global.get(js_string!("clearTimeout"), context)?;
    // The first line of a marked path is hidden from stacks.
    let text = TEXT.replace('\n', " ");
    let function = parse_text(&text, Some(&marked(Path::new("wait_for.js"))), context)?.evaluate(context)?;
    let function = function.as_callable().ok_or_else(|| type_error("t.waitFor is not available"))?;
    let arguments = [condition.clone(), interval, timeout, set_timeout, clear_timeout];
    function.call(&JsValue::undefined(), &arguments, context)
}

/// Returns a number of milliseconds.
fn option(options: &JsValue, name: &str, default: f64, context: &mut Context) -> JsResult<JsValue> {
    if options.is_undefined() {
        return Ok(default.into());
    }
    let value = options.to_object(context)?.get(js_string!(name), context)?;
    match value.as_number() {
        None if value.is_undefined() => Ok(default.into()),
        Some(number) if (0.0..=LONGEST).contains(&number) => Ok(value),
        Some(_) => Err(range_error(format!("t.waitFor: {name} must be a non-negative number of milliseconds"))),
        None => Err(type_error(format!("t.waitFor: {name} must be a number"))),
    }
}
