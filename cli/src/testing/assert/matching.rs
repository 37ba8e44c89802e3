//! `assert.match` and `assert.doesNotMatch`.

use boa_engine::object::builtins::JsRegExp;
use boa_engine::{Context, JsArgs, JsError, JsResult, JsString, JsValue, js_string};

use super::assertion_error::Options;
use super::failure::Assertion;
use super::node_error::invalid_arg_type;
use super::objects::is_instance_of_error;
use super::printer::{Style, print};

/// Returns the regular expression that a value is.
pub(super) fn regexp(value: &JsValue) -> Option<JsRegExp> {
    value.as_object().and_then(|object| JsRegExp::from_object(object).ok())
}

/// Whether a regular expression matches a string.
///
/// # Errors
///
/// Whatever the setter of `lastIndex` throws.
pub(super) fn matches(regexp: &JsRegExp, text: &JsString, context: &mut Context) -> JsResult<bool> {
    Ok(regexp.exec(text.clone(), context)?.is_some())
}

pub(super) fn does_match(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    check("match", true, arguments, context)
}

pub(super) fn does_not_match(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    check("doesNotMatch", false, arguments, context)
}

fn check(name: &'static str, wanted: bool, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (string, expected) = (arguments.get_or_undefined(0), arguments.get_or_undefined(1));
    let given = arguments.get_or_undefined(2);
    let Some(regexp) = regexp(expected) else {
        return Err(invalid_arg_type("regexp", "an instance of RegExp", expected, context));
    };
    if let Some(text) = string.as_string()
        && matches(&regexp, &text, context)? == wanted
    {
        return Ok(JsValue::undefined());
    }
    if is_instance_of_error(given, context)? {
        return Err(JsError::from_opaque(given.clone()));
    }
    let is_generated = !given.to_boolean();
    let message = if is_generated { message(string, expected, wanted, context) } else { given.clone() };
    let options = Options::new(string, expected, name, &message);
    Err(Assertion::new(name).error_with(options, is_generated, context))
}

fn message(string: &JsValue, regexp: &JsValue, wanted: bool, context: &mut Context) -> JsValue {
    let shown = print(string, Style::Compact, context);
    if !string.is_string() {
        let kind = string.type_of();
        let text = format!("The \"string\" argument must be of type string. Received type {kind} ({shown})");
        return js_string!(text).into();
    }
    let what = if wanted { "The input did not match" } else { "The input was expected to not match" };
    let regexp = print(regexp, Style::Compact, context);
    js_string!(format!("{what} the regular expression {regexp}. Input:\n\n{shown}\n")).into()
}
