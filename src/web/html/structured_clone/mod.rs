//! Safe passing of structured data: `structuredClone`, messages, and the details of user timing entries.
//!
//! Defined by <https://html.spec.whatwg.org/multipage/structured-data.html>. A value is serialized into [`Serialized`],
//! a flat list of records that does not belong to any realm, and deserialized from it.

mod clone_error;
mod deserialize;
mod record;
mod serialize;
mod serialized_value;
mod slot_getters;
mod streams;
#[cfg(test)]
mod tests;
mod views;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};

pub(crate) use record::Serialized;
pub(crate) use serialize::set_cloned_levels;
pub use serialized_value::SerializedValue;
pub(crate) use slot_getters::SlotGetters;

use super::GlobalScope;
use crate::event_loop::in_realm;
use crate::web::webidl::{Dictionary, define_global_operation, object, require_arguments, sequence, static_string};

/// Clones a value without transferring anything: serializes it, then deserializes it in the current realm.
///
/// # Errors
///
/// `DataCloneError` if the value, or something in it, cannot be cloned. Whatever a getter throws.
pub(crate) fn clone(value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    Ok(Serialized::from_value(value, &[], context)?.deserialize(context)?.value)
}

/// Converts a `sequence<object>`: the transfer list of `structuredClone` and `postMessage`.
///
/// # Errors
///
/// `TypeError` if the value is not iterable or yields something that is not an object. Whatever the iterator throws.
pub(crate) fn transfer_list(value: &JsValue, operation: &str, context: &mut Context) -> JsResult<Vec<JsObject>> {
    sequence(value, &format_args!("{operation}: transfer"), context, object)
}

/// Returns the `transfer` member of `StructuredSerializeOptions`, an empty list by default.
///
/// # Errors
///
/// `TypeError` if `options` is not a dictionary. Whatever a getter throws. Otherwise as [`transfer_list`].
pub(crate) fn transfer_option(
    options: &JsValue,
    operation: &'static str,
    context: &mut Context,
) -> JsResult<Vec<JsObject>> {
    let transfer = Dictionary::from_value(options, operation)?.get(js_string!("transfer"), context)?;
    transfer.map_or_else(|| Ok(Vec::new()), |transfer| transfer_list(&transfer, operation, context))
}

/// [`structuredClone`](https://html.spec.whatwg.org/multipage/structured-data.html#dom-structuredclone).
fn structured_clone(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = GlobalScope::of_this(this, context)?.realm()?;
    require_arguments(arguments, 1, "structuredClone")?;
    let transfer = transfer_option(arguments.get_or_undefined(1), "structuredClone", context)?;
    let serialized = Serialized::from_value(&arguments[0], &transfer, context)?;
    // Step 2 deserializes in the relevant realm of `this`.
    Ok(in_realm(&target, context, |context| serialized.deserialize(context))?.value)
}

pub(crate) fn register(context: &mut Context) -> JsResult<()> {
    define_global_operation(static_string!("structuredClone"), 1, structured_clone, context)
}
