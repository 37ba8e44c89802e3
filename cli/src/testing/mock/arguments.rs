//! The validation of arguments and options, with the errors that Node throws.

use boa_engine::property::PropertyKey;
use boa_engine::{Context, JsObject, JsResult, JsValue, js_string};

use crate::testing::assert::{invalid_arg_type, out_of_range, plain_object};

/// The largest integer of which the neighbors are exact too: `Number.MAX_SAFE_INTEGER`.
const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Returns a function.
pub(super) fn function(value: &JsValue, name: &str, context: &mut Context) -> JsResult<JsObject> {
    value.as_callable().ok_or_else(|| invalid_arg_type(name, "of type function", value, context))
}

/// Returns an object that is neither an array nor a function.
pub(super) fn object(value: &JsValue, name: &str, context: &mut Context) -> JsResult<JsObject> {
    let object = plain_object(value).filter(|object| !object.is_array());
    object.ok_or_else(|| invalid_arg_type(name, "of type object", value, context))
}

/// Returns the options in a value. They may be missing.
pub(super) fn options(value: &JsValue, context: &mut Context) -> JsResult<Option<JsObject>> {
    if value.is_undefined() { Ok(None) } else { object(value, "options", context).map(Some) }
}

/// Returns the name of a property.
pub(super) fn property_name(value: &JsValue, name: &str, context: &mut Context) -> JsResult<PropertyKey> {
    if value.is_string() || value.is_symbol() {
        return value.to_property_key(context);
    }
    Err(invalid_arg_type(name, "one of type string or symbol", value, context))
}

/// Returns an option; `undefined` if it is missing.
pub(super) fn option(options: Option<&JsObject>, name: &str, context: &mut Context) -> JsResult<JsValue> {
    options.map_or(Ok(JsValue::undefined()), |options| options.get(js_string!(name), context))
}

/// Returns a flag; `None` if it is missing.
pub(super) fn flag(value: &JsValue, name: &str, context: &mut Context) -> JsResult<Option<bool>> {
    if value.is_undefined() {
        return Ok(None);
    }
    let wrong = || invalid_arg_type(&format!("options.{name}"), "of type boolean", value, context);
    value.as_boolean().ok_or_else(wrong).map(Some)
}

/// Returns an integer that is not less than `least`.
pub(super) fn integer(value: &JsValue, name: &str, least: u64, context: &mut Context) -> JsResult<u64> {
    let Some(number) = value.as_number() else {
        return Err(invalid_arg_type(name, "of type number", value, context));
    };
    if number.fract() != 0.0 || !number.is_finite() {
        return Err(out_of_range(name, "an integer", value, context));
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a number outside of the range becomes its closest end"
    )]
    let integer = number as u64;
    if number < 0.0 || integer < least || integer > MAX_SAFE_INTEGER {
        let range = format!(">= {least} && <= {MAX_SAFE_INTEGER}");
        return Err(out_of_range(name, &range, value, context));
    }
    Ok(integer)
}

/// Returns the option `times`: how often a mock is called before it is restored. `None` if it always stays.
pub(super) fn times(options: Option<&JsObject>, context: &mut Context) -> JsResult<Option<u64>> {
    let times = option(options, "times", context)?;
    if times.is_undefined() || times.as_number() == Some(f64::INFINITY) {
        return Ok(None);
    }
    integer(&times, "options.times", 1, context).map(Some)
}
