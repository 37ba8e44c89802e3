//! `assert.throws` and `assert.doesNotThrow`.

use boa_engine::{Context, JsArgs, JsError, JsResult, JsValue};
use posttask::internal::event_loop::call_in_own_frame;
use posttask::internal::webidl::{exception_value, is_too_deep};

use super::expected_error::{expect_error, expect_no_error};
use super::failure::Assertion;
use super::node_error::invalid_arg_type;

pub(super) fn throws(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let actual = exception_of(arguments.get_or_undefined(0), context)?;
    expect_error(&Assertion::new("throws"), actual, rest(arguments), context)?;
    Ok(JsValue::undefined())
}

pub(super) fn does_not_throw(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let actual = exception_of(arguments.get_or_undefined(0), context)?;
    expect_no_error(&Assertion::new("doesNotThrow"), actual, rest(arguments), context)?;
    Ok(JsValue::undefined())
}

/// Returns the arguments after the function or promise.
pub(super) fn rest(arguments: &[JsValue]) -> &[JsValue] {
    arguments.get(1..).unwrap_or_default()
}

/// Calls a function and returns what it throws.
fn exception_of(function: &JsValue, context: &mut Context) -> JsResult<Option<JsValue>> {
    let Some(callable) = function.as_callable() else {
        return Err(invalid_arg_type("fn", "of type function", function, context));
    };
    match call_in_own_frame(&callable, &JsValue::undefined(), &[], context) {
        Ok(_) => Ok(None),
        Err(error) => caught(error, context).map(Some),
    }
}

/// Returns the value of an exception, unless it ends the program.
///
/// # Errors
///
/// The exception, if programs cannot catch it.
pub(crate) fn caught(error: JsError, context: &mut Context) -> JsResult<JsValue> {
    let can_be_caught = error.as_engine().is_none_or(is_too_deep);
    if can_be_caught { Ok(exception_value(error, context)) } else { Err(error) }
}
