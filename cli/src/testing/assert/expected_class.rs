//! Expected errors that are classes or validation functions.

use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};

use super::expectation::{Expectation, is_error_class, is_instance};
use super::objects::{is_error, to_text};
use super::printer::{Style, print};

/// Checks that the exception is an instance of a class, or that a function accepts it.
pub(super) fn check_function(
    expectation: &Expectation<'_>,
    function: &JsObject,
    context: &mut Context,
) -> JsResult<()> {
    if is_instance(expectation.actual, function, context)? {
        return Ok(());
    }
    if is_error_class(function, context)? {
        let text = if expectation.message.to_boolean() {
            None
        } else {
            Some(other_class(expectation.actual, function, context)?)
        };
        return Err(expectation.failed(text, context));
    }
    let this = JsObject::with_object_proto(context.intrinsics());
    let result = function.call(&this.into(), std::slice::from_ref(expectation.actual), context)?;
    if result.as_boolean() == Some(true) {
        return Ok(());
    }
    let text = if expectation.message.to_boolean() {
        None
    } else {
        Some(not_true(expectation.actual, function, &result, context)?)
    };
    Err(expectation.failed(text, context))
}

fn property(value: &JsObject, name: &str, context: &mut Context) -> JsResult<JsValue> {
    value.get(js_string!(name), context)
}

/// Returns the message for an exception of another class.
fn other_class(actual: &JsValue, class: &JsObject, context: &mut Context) -> JsResult<String> {
    let expected = property(class, "name", context)?;
    let name = to_text(&expected, context)?.to_std_string_lossy();
    let start = format!("The error is expected to be an instance of \"{name}\". Received ");
    let (true, Some(error)) = (is_error(actual, context)?, actual.as_object()) else {
        return Ok(format!("{start}\"{}\"", print(actual, Style::Summary, context)));
    };
    let constructor = property(&error, "constructor", context)?;
    let mut received = match constructor.as_object() {
        Some(constructor) => property(&constructor, "name", context)?,
        None => JsValue::undefined(),
    };
    if !received.to_boolean() {
        received = property(&error, "name", context)?;
    }
    let what = if received.strict_equals(&expected) {
        "an error with identical name but a different prototype.".to_owned()
    } else {
        format!("\"{}\"", to_text(&received, context)?.to_std_string_lossy())
    };
    let message = property(&error, "message", context)?;
    if !message.to_boolean() {
        return Ok(start + &what);
    }
    let message = to_text(&message, context)?.to_std_string_lossy();
    Ok(format!("{start}{what}\n\nError message:\n\n{message}"))
}

/// Returns the message for an exception that a validation function does not accept.
fn not_true(actual: &JsValue, function: &JsObject, result: &JsValue, context: &mut Context) -> JsResult<String> {
    let name = property(function, "name", context)?;
    let name = if name.to_boolean() {
        format!("\"{}\" ", to_text(&name, context)?.to_std_string_lossy())
    } else {
        String::new()
    };
    let result = print(result, Style::Compact, context);
    let start = format!("The {name}validation function is expected to return \"true\". Received {result}");
    if !is_error(actual, context)? {
        return Ok(start);
    }
    let error = actual.to_string(context)?.to_std_string_lossy();
    Ok(format!("{start}\n\nCaught error:\n\n{error}"))
}
