//! What is said if something cannot be cloned.

use boa_engine::{Context, JsError, JsObject, JsSymbol, JsValue, js_string};

use crate::stored_properties::{native_method, shown_object};
use crate::web::dom::{DomException, DomExceptionName};

/// Returns a `DataCloneError`.
pub(super) fn clone_error(message: &str, context: &mut Context) -> JsError {
    DomException::error(DomExceptionName::DataClone, message, context)
}

/// The `DataCloneError` for a symbol, in the words of V8.
pub(super) fn refused_symbol(symbol: &JsSymbol, context: &mut Context) -> JsError {
    refused(&symbol.descriptive_string().to_std_string_lossy(), context)
}

/// The `DataCloneError` for an object, in the words of V8. Runs no code of the program.
pub(super) fn refused_object(object: &JsObject, context: &mut Context) -> JsError {
    let shown = if object.is_callable() { function_text(object, context) } else { shown_object(object) };
    refused(&shown, context)
}

fn refused(shown: &str, context: &mut Context) -> JsError {
    clone_error(&format!("{shown} could not be cloned."), context)
}

fn function_text(function: &JsObject, context: &mut Context) -> String {
    let to_string = native_method(function, &js_string!("toString").into());
    let text = to_string.and_then(|to_string| to_string.call(&JsValue::from(function.clone()), &[], context).ok());
    let text = text.and_then(|text| Some(text.as_string()?.to_std_string_lossy()));
    text.unwrap_or_else(|| "A function".to_owned())
}
