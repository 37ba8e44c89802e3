//! Errors with a `code`, by which programs recognize them.

use boa_engine::{Context, JsError, JsNativeError, js_string};

pub(super) fn type_error(message: String) -> JsError {
    JsNativeError::typ().with_message(message).into()
}

/// Gives an error a `code`.
pub fn with_code(error: JsError, code: Option<&str>, context: &mut Context) -> JsError {
    let Some(code) = code else { return error };
    let Ok(object) = error.clone().into_opaque(context) else { return error };
    if let Some(object) = object.as_object() {
        // This cannot fail: the object is new.
        let _ = object.create_data_property(js_string!("code"), js_string!(code), context);
    }
    JsError::from_opaque(object)
}
