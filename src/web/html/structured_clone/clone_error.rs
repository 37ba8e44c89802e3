//! What is said if something cannot be cloned.

use boa_engine::{Context, JsError, JsObject, JsSymbol};

use crate::engine::function_text::function_text;
use crate::stored_properties::shown_object;
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
    let text = if object.is_callable() { function_text(object, context) } else { None };
    let shown = text.unwrap_or_else(|| shown_object(object));
    refused(&shown, context)
}

fn refused(shown: &str, context: &mut Context) -> JsError {
    clone_error(&format!("{shown} could not be cloned."), context)
}
