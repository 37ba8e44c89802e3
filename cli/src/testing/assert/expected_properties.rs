//! Expected errors that are objects: their properties must be those of the exception.

use boa_engine::builtins::object::OrdinaryObject;
use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsError, JsObject, JsResult, JsValue, js_string};

use super::assertion_error::{Options, thrown};
use super::comparison::{Mode, are_deeply_equal};
use super::expectation::Expectation;
use super::matching::{matches, regexp};
use super::node_error::invalid_arg_value;
use super::objects::{Keys, is_instance_of_error, new_function, own_enumerable_keys, plain_object};

/// Checks that the exception has the properties of the expected object. A regular expression stands for all strings
/// that it matches.
pub(super) fn check_properties(expectation: &Expectation<'_>, context: &mut Context) -> JsResult<()> {
    let Some(expected) = expectation.expected.as_object() else { return Ok(()) };
    let Some(actual) = plain_object(expectation.actual) else {
        return Err(not_an_object(expectation, context));
    };
    let mut keys = own_enumerable_keys(&expected, Keys::Names, context)?;
    if is_instance_of_error(expectation.expected, context)? {
        keys.extend([js_string!("name").into(), js_string!("message").into()]);
    } else if keys.is_empty() {
        let reason = "may not be an empty object";
        return Err(invalid_arg_value("error", expectation.expected, reason, context));
    }
    for key in &keys {
        let (value, other) = (actual.get(key.clone(), context)?, expected.get(key.clone(), context)?);
        if is_matched(&value, &other, context)? {
            continue;
        }
        let has_key = actual.has_property(key.clone(), context)?;
        if !has_key || !are_deeply_equal(&value, &other, Mode::Strict, context)? {
            return Err(different(expectation, &actual, &expected, &keys, context));
        }
    }
    Ok(())
}

/// Whether a value is a string that a regular expression matches.
fn is_matched(value: &JsValue, expected: &JsValue, context: &mut Context) -> JsResult<bool> {
    match (value.as_string(), regexp(expected)) {
        (Some(text), Some(regexp)) => matches(&regexp, &text, context),
        _ => Ok(false),
    }
}

/// Returns the exception for a thrown value that has no properties.
fn not_an_object(expectation: &Expectation<'_>, context: &mut Context) -> JsError {
    let Expectation { assertion, actual, expected, message } = *expectation;
    let site = assertion.site(context);
    let error = Options::new(actual, expected, "deepStrictEqual", message).create(&site, context);
    let named = error.and_then(|error| {
        error.set(js_string!("operator"), js_string!(assertion.name), true, context)?;
        Ok(error)
    });
    named.map_or_else(|error| error, thrown)
}

/// Returns the exception for different properties. The message shows only these.
fn different(
    expectation: &Expectation<'_>,
    actual: &JsObject,
    expected: &JsObject,
    keys: &[PropertyKey],
    context: &mut Context,
) -> JsError {
    let Expectation { assertion, message, .. } = *expectation;
    if message.to_boolean() {
        return assertion.failed(expectation.actual, expectation.expected, assertion.name, message, context);
    }
    let create = |context: &mut Context| -> JsResult<JsObject> {
        let prototype = new_class(context)?;
        let shown = excerpt(actual, None, keys, &prototype, context)?;
        let other = excerpt(expected, Some(actual), keys, &prototype, context)?;
        let site = assertion.site(context);
        let options = Options::new(&shown.into(), &other.into(), "deepStrictEqual", &JsValue::undefined());
        let error = options.create(&site, context)?;
        error.set(js_string!("actual"), expectation.actual.clone(), true, context)?;
        error.set(js_string!("expected"), expectation.expected.clone(), true, context)?;
        error.set(js_string!("operator"), js_string!(assertion.name), true, context)?;
        Ok(error)
    };
    create(context).map_or_else(|error| error, thrown)
}

/// Returns the prototype of the class `Comparison`, whose name stands before the properties in messages.
fn new_class(context: &mut Context) -> JsResult<JsObject> {
    let prototype = new_function("Comparison", context)?.get(js_string!("prototype"), context)?;
    prototype.to_object(context)
}

/// Returns an object with the compared properties. A regular expression is replaced by the string that it matches.
fn excerpt(
    object: &JsObject,
    actual: Option<&JsObject>,
    keys: &[PropertyKey],
    prototype: &JsObject,
    context: &mut Context,
) -> JsResult<JsObject> {
    let excerpt = JsObject::from_proto_and_data(prototype.clone(), OrdinaryObject);
    for key in keys {
        if !object.has_property(key.clone(), context)? {
            continue;
        }
        let mut value = object.get(key.clone(), context)?;
        if let Some(actual) = actual {
            let other = actual.get(key.clone(), context)?;
            if is_matched(&other, &value, context)? {
                value = other;
            }
        }
        excerpt.create_data_property_or_throw(key.clone(), value, context)?;
    }
    Ok(excerpt)
}
