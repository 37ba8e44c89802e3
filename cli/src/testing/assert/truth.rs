//! `assert(value)` and `assert.ok(value)`.

use boa_engine::{Context, JsArgs, JsError, JsResult, JsValue, js_string};
use posttask_front_end::call_text;

use super::assertion_error::Options;
use super::failure::Assertion;
use super::objects::is_error;

pub(super) fn ok(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = arguments.get_or_undefined(0);
    if value.to_boolean() {
        return Ok(JsValue::undefined());
    }
    let assertion = Assertion::new("ok");
    let given = arguments.get_or_undefined(1);
    let (message, is_generated) = if arguments.is_empty() {
        (js_string!("No value argument passed to `assert.ok()`").into(), true)
    } else if given.is_null_or_undefined() {
        (message_with_source(&assertion, context), true)
    } else if is_error(given, context)? {
        return Err(JsError::from_opaque(given.clone()));
    } else {
        (given.clone(), false)
    };
    let options = Options::new(value, &true.into(), "==", &message);
    Err(assertion.error_with(options, is_generated, context))
}

/// Returns the message that shows the call; `undefined` if its source text is not known.
fn message_with_source(assertion: &Assertion, context: &mut Context) -> JsValue {
    let location = assertion.site(context).location(context);
    let Some(text) = location.and_then(|location| call_text(&location, context)) else { return JsValue::undefined() };
    js_string!(format!("The expression evaluated to a falsy value:\n\n  {text}\n")).into()
}
