//! `assert.fail` and `assert.ifError`.

use boa_engine::{Context, JsArgs, JsError, JsResult, JsValue, js_string};

use super::assertion_error::{Options, thrown};
use super::failure::Assertion;
use super::objects::{is_instance_of_error, plain_object};
use super::printer::{Style, print};

/// `assert.fail(message)`, and the deprecated `assert.fail(actual, expected, message, operator)`.
pub(super) fn fail(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let first = arguments.get_or_undefined(0);
    let undefined = JsValue::undefined();
    let is_generated = arguments.len() <= 1 && first.is_null_or_undefined();
    let mut operator = JsValue::undefined();
    let message = if is_generated {
        js_string!("Failed").into()
    } else if arguments.len() == 1 {
        first.clone()
    } else {
        operator = arguments.get_or_undefined(3).clone();
        arguments.get_or_undefined(2).clone()
    };
    let actual = if arguments.len() == 1 && !is_generated { &undefined } else { first };
    if is_instance_of_error(&message, context)? {
        return Err(JsError::from_opaque(message));
    }
    let default = if arguments.len() == 2 { "!=" } else { "fail" };
    let mut options = Options::new(actual, arguments.get_or_undefined(1), default, &message);
    if !operator.is_undefined() {
        options.operator = operator;
    }
    let assertion = Assertion::new("fail");
    Err(if is_generated { assertion.error_with(options, true, context) } else { assertion.error(options, context) })
}

pub(super) fn if_error(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let value = arguments.get_or_undefined(0);
    if value.is_null_or_undefined() {
        return Ok(JsValue::undefined());
    }
    let what = unwanted(value, context)?;
    let message = js_string!(format!("ifError got unwanted exception: {what}")).into();
    let site = Assertion::new("ifError").site(context);
    let error = Options::new(value, &JsValue::null(), "ifError", &message).create(&site, context)?;
    let original = value.as_object().map(|object| object.get(js_string!("stack"), context)).transpose()?;
    if let Some(original) = original.and_then(|stack| stack.as_string()) {
        let own = site.text(context).to_std_string_lossy();
        let stack = joined(&own, &original.to_std_string_lossy());
        error.set(js_string!("stack"), js_string!(stack), true, context)?;
    }
    Err(thrown(error))
}

/// Returns what the message says about the value.
fn unwanted(value: &JsValue, context: &mut Context) -> JsResult<String> {
    let Some(object) = plain_object(value) else { return Ok(print(value, Style::Compact, context)) };
    let Some(message) = object.get(js_string!("message"), context)?.as_string() else {
        return Ok(print(value, Style::Compact, context));
    };
    let constructor = object.get(js_string!("constructor"), context)?;
    if !message.is_empty() || !constructor.to_boolean() {
        return Ok(message.to_std_string_lossy());
    }
    let name = constructor.to_object(context)?.get(js_string!("name"), context)?;
    Ok(name.to_string(context)?.to_std_string_lossy())
}

/// Returns a stack that continues with the frames of the original error, which replace those that both have.
fn joined(own: &str, original: &str) -> String {
    let is_frame = |line: &&str| line.trim_start().starts_with("at ");
    let original: Vec<&str> = original.lines().filter(is_frame).collect();
    let own = own.lines().take_while(|line| !original.contains(line));
    own.chain(original.iter().copied()).fold(String::new(), |text, line| text + line + "\n")
}
