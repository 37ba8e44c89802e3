//! Safe passing of structured data: `structuredClone`, and what messages and marks are made of.
//!
//! Defined by <https://html.spec.whatwg.org/multipage/structured-data.html>. A value is serialized into [`Serialized`], a flat list of
//! records that belongs to no realm, and deserialized from it.

mod deserialize;
mod record;
mod serialize;
#[cfg(test)]
mod tests;
mod views;

use boa_engine::{Context, JsArgs, JsObject, JsResult, JsValue, js_string};

pub use deserialize::Received;
pub use record::Serialized;

use super::GlobalScope;
use crate::event_loop::in_realm;
use crate::webidl::{Dictionary, define_operation, require_arguments, sequence, type_error};

/// Clones a value that nothing is transferred with: serialized, and deserialized in the current realm.
///
/// # Errors
///
/// A `DataCloneError` if the value, or something in it, cannot be cloned; what a getter throws.
pub fn clone(value: &JsValue, context: &mut Context) -> JsResult<JsValue> {
    Ok(Serialized::from_value(value, &[], context)?.deserialize(context)?.value)
}

/// Converts a `sequence<object>`, the transfer list of `structuredClone` and `postMessage`.
///
/// # Errors
///
/// A `TypeError` if the value is not iterable or yields something that is no object; what iterating throws.
pub fn transfer_list(value: &JsValue, context: &mut Context) -> JsResult<Vec<JsObject>> {
    sequence(value, "transfer", context, |value, _| {
        value.as_object().ok_or_else(|| type_error("transfer has a value that is not an object"))
    })
}

/// The `transfer` member of `StructuredSerializeOptions`.
///
/// # Errors
///
/// As [`transfer_list`].
pub fn transfer_option(options: &JsValue, context: &mut Context) -> JsResult<Vec<JsObject>> {
    let options = Dictionary::from_value(options, "the options")?;
    match options.get(js_string!("transfer"), context)? {
        Some(transfer) => transfer_list(&transfer, context),
        None => Ok(Vec::new()),
    }
}

/// [`structuredClone`](https://html.spec.whatwg.org/multipage/structured-data.html#dom-structuredclone).
fn structured_clone(this: &JsValue, arguments: &[JsValue], context: &mut Context) -> JsResult<JsValue> {
    let target = GlobalScope::of_this(this, context)?.realm()?;
    require_arguments(arguments, 1, "structuredClone")?;
    let transfer = transfer_option(arguments.get_or_undefined(1), context)?;
    let serialized = Serialized::from_value(&arguments[0], &transfer, context)?;
    // Step 2: in the relevant realm of `this`.
    Ok(in_realm(&target, context, |context| serialized.deserialize(context))?.value)
}

pub(super) fn register(context: &mut Context) -> JsResult<()> {
    let global = context.global_object();
    define_operation(&global, "structuredClone", 1, structured_clone, context)
}
