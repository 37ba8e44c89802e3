//! Properties that compound assignments read and write: see `powers.rs`.

use boa_engine::object::JsObject;
use boa_engine::value::Numeric;
use boa_engine::{Context, JsArgs, JsData, JsError, JsNativeError, JsResult, JsValue};
use boa_gc::{Finalize, Trace};

use super::host_iterator::function;

/// A property of an object, the value that it had, and a function that writes it.
#[derive(Clone, Trace, Finalize, JsData)]
struct Slot {
    object: JsValue,
    key: JsValue,
    value: JsValue,
    write: JsObject,
}

/// `key(v)` is [`ToPropertyKey`](https://tc39.es/ecma262/#sec-topropertykey) of `v`.
pub(super) fn key(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    arguments.get_or_undefined(0).to_property_key(context).map(JsValue::from)
}

/// `slot(o, k, read, write)` is the property `k` of `o`, which these functions read and write.
pub(super) fn slot(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let (object, undefined) = (arguments.get_or_undefined(0).clone(), JsValue::undefined());
    if object.is_null_or_undefined() {
        return Err(no_property(&object, arguments.get_or_undefined(1)));
    }
    let (read, write) = (function(arguments.get_or_undefined(2))?, function(arguments.get_or_undefined(3))?);
    let key = key(&undefined, arguments.get(1..).unwrap_or_default(), context)?;
    let value = read.call(&undefined, &[object.clone(), key.clone()], context)?;
    Ok(JsObject::from_proto_and_data(None, Slot { object, key, value, write }).into())
}

/// The error of a read from `undefined` or `null`, as V8 reports it.
fn no_property(object: &JsValue, key: &JsValue) -> JsError {
    let key = key.as_string().map(|key| format!(" (reading '{}')", key.display_escaped())).unwrap_or_default();
    let object = if object.is_null() { "null" } else { "undefined" };
    JsNativeError::typ().with_message(format!("Cannot read properties of {object}{key}")).into()
}

/// `raise(slot, b)` is `o[k] **= b`.
pub(super) fn raise(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let slot = arguments.get_or_undefined(0).as_object();
    let slot = slot.and_then(|slot| slot.downcast_ref::<Slot>().map(|slot| slot.clone()));
    let slot = slot.ok_or_else(|| JsNativeError::typ().with_message("not a slot"))?;
    let power = power_of(&slot.value, arguments.get_or_undefined(1), context)?;
    slot.write.call(&JsValue::undefined(), &[slot.object.clone(), slot.key.clone(), power.clone()], context)?;
    Ok(power)
}

/// `power(a, b)` is `a ** b`.
pub(super) fn power(_: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    power_of(arguments.get_or_undefined(0), arguments.get_or_undefined(1), context)
}

fn power_of(base: &JsValue, exponent: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    let base = base.to_numeric(context)?;
    let exponent = exponent.to_numeric(context)?;
    match (&base, &exponent) {
        (Numeric::Number(base), Numeric::Number(exponent)) => Ok(number_power(*base, *exponent)),
        // Bigints, or an error.
        _ => JsValue::from(base).pow(&exponent.into(), context),
    }
}

/// [`Number::exponentiate`](https://tc39.es/ecma262/#sec-numeric-types-number-exponentiate). Integers are stored as
/// such: operations with them are faster.
fn number_power(base: f64, exponent: f64) -> JsValue {
    let power = base.powf(exponent);
    // Steps 1, 9.b and 10.b, where the function of the system returns 1.
    let is_not_a_number = exponent.is_nan() || exponent.is_infinite() && power.to_bits() == 1f64.to_bits();
    if is_not_a_number {
        return JsValue::nan();
    }
    #[expect(clippy::cast_possible_truncation, reason = "it is compared with what it was")]
    let integer = power as i32;
    if f64::from(integer).to_bits() == power.to_bits() { integer.into() } else { power.into() }
}
