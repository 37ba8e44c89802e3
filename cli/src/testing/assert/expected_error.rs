//! The error that `throws`, `rejects` and their opposites expect:
//! <https://nodejs.org/api/assert.html#assertthrowsfn-error-message>.

use boa_engine::{Context, JsArgs, JsError, JsObject, JsResult, JsString, JsValue, js_string};

use super::expectation::{Expectation, is_error_class, is_instance};
use super::expected_class::check_function;
use super::expected_properties::check_properties;
use super::failure::Assertion;
use super::matching::{matches, regexp};
use super::node_error::{Class, invalid_arg_type, node_error};
use super::objects::{plain_object, to_text};
use super::printer::{Style, print};

/// Checks that there is an exception or rejection, and that it is the expected one. `rest` contains the expected error
/// and the message.
///
/// # Errors
///
/// `AssertionError` if it is not, other errors if the arguments are wrong, and whatever code of the program throws.
pub(super) fn expect_error(
    assertion: &Assertion,
    actual: Option<JsValue>,
    rest: &[JsValue],
    context: &mut Context,
) -> JsResult<()> {
    let mut expected = rest.get_or_undefined(0).clone();
    let mut message = rest.get_or_undefined(1).clone();
    if expected.is_string() {
        if rest.len() > 1 {
            return Err(wrong_type(&expected, context));
        }
        check_ambiguity(actual.as_ref(), &expected, context)?;
        message = std::mem::take(&mut expected);
    } else if !expected.is_null_or_undefined() && !expected.is_object() {
        return Err(wrong_type(&expected, context));
    }
    let Some(actual) = actual else { return Err(missing(assertion, &expected, &message, context)) };
    if !expected.is_object() {
        return Ok(());
    }
    check(&Expectation { assertion, actual: &actual, expected: &expected, message: &message }, context)
}

fn wrong_type(expected: &JsValue, context: &mut Context) -> JsError {
    let types = "of type function or an instance of Error, RegExp, or Object";
    invalid_arg_type("error", types, expected, context)
}

/// Refuses a message that is the message of the error: the program probably meant to check it.
fn check_ambiguity(actual: Option<&JsValue>, message: &JsValue, context: &mut Context) -> JsResult<()> {
    let Some(actual) = actual else { return Ok(()) };
    let (what, text) = match plain_object(actual) {
        Some(object) => ("error message", object.get(js_string!("message"), context)?),
        None => ("error", actual.clone()),
    };
    if !text.strict_equals(message) {
        return Ok(());
    }
    let text = text.to_string(context)?.to_std_string_lossy();
    let message =
        format!("The \"error/message\" argument is ambiguous. The {what} \"{text}\" is identical to the message.");
    Err(node_error(Class::TypeError, "ERR_AMBIGUOUS_ARGUMENT", &message, context))
}

/// Returns the exception for a function that throws nothing.
fn missing(assertion: &Assertion, expected: &JsValue, message: &JsValue, context: &mut Context) -> JsError {
    let text = |context: &mut Context| -> JsResult<JsString> {
        let mut details = String::new();
        if let Some(object) = expected.as_object() {
            let name = object.get(js_string!("name"), context)?;
            if name.to_boolean() {
                details = format!(" ({})", name.to_string(context)?.to_std_string_lossy());
            }
        }
        details += &end_of_sentence(message, context)?;
        let what = if assertion.name == "rejects" { "rejection" } else { "exception" };
        Ok(js_string!(format!("Missing expected {what}{details}")))
    };
    match text(context) {
        Ok(text) => assertion.failed(&JsValue::undefined(), expected, assertion.name, &text.into(), context),
        Err(error) => error,
    }
}

/// Returns the message after a colon, or a full stop without one.
fn end_of_sentence(message: &JsValue, context: &mut Context) -> JsResult<String> {
    if !message.to_boolean() {
        return Ok(".".to_owned());
    }
    Ok(format!(": {}", message.to_string(context)?.to_std_string_lossy()))
}

/// Checks that there is no exception or rejection.
///
/// # Errors
///
/// `AssertionError` if there is one that the assertion does not accept, or the exception itself.
pub(super) fn expect_no_error(
    assertion: &Assertion,
    actual: Option<JsValue>,
    rest: &[JsValue],
    context: &mut Context,
) -> JsResult<()> {
    let Some(actual) = actual else { return Ok(()) };
    let mut expected = rest.get_or_undefined(0).clone();
    let mut message = rest.get_or_undefined(1).clone();
    if expected.is_string() {
        message = std::mem::take(&mut expected);
    }
    if expected.to_boolean() && !is_unwanted(&actual, &expected, context)? {
        return Err(JsError::from_opaque(actual));
    }
    let details = end_of_sentence(&message, context)?;
    let what = if assertion.name == "doesNotReject" { "rejection" } else { "exception" };
    let text = match &actual {
        value if value.is_null_or_undefined() => "undefined".to_owned(),
        value => {
            let message = value.to_object(context)?.get(js_string!("message"), context)?;
            message.to_string(context)?.to_std_string_lossy()
        }
    };
    let text = js_string!(format!("Got unwanted {what}{details}\nActual message: \"{text}\""));
    Err(assertion.failed(&actual, &expected, assertion.name, &text.into(), context))
}

/// Whether an error is of the class, or matches the expression or function, that must not be thrown.
fn is_unwanted(actual: &JsValue, expected: &JsValue, context: &mut Context) -> JsResult<bool> {
    if let Some(regexp) = regexp(expected) {
        let text = to_text(actual, context)?;
        return matches(&regexp, &text, context);
    }
    let Some(function) = expected.as_callable() else {
        let types = "of type function or an instance of RegExp";
        return Err(invalid_arg_type("expected", types, expected, context));
    };
    if is_instance(actual, &function, context)? {
        return Ok(true);
    }
    if is_error_class(&function, context)? {
        return Ok(false);
    }
    let this = JsObject::with_object_proto(context.intrinsics());
    let result = function.call(&this.into(), std::slice::from_ref(actual), context)?;
    Ok(result.as_boolean() == Some(true))
}

fn check(expectation: &Expectation<'_>, context: &mut Context) -> JsResult<()> {
    if let Some(function) = expectation.expected.as_callable() {
        return check_function(expectation, &function, context);
    }
    if let Some(regexp) = regexp(expectation.expected) {
        let text = to_text(expectation.actual, context)?;
        if matches(&regexp, &text, context)? {
            return Ok(());
        }
        let regexp = print(expectation.expected, Style::Compact, context);
        let input = print(&text.into(), Style::Compact, context);
        let message = format!("The input did not match the regular expression {regexp}. Input:\n\n{input}\n");
        return Err(expectation.failed(Some(message), context));
    }
    check_properties(expectation, context)
}
