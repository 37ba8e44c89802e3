//! Errors on their way between Rust and JavaScript.

use std::borrow::Cow;

use boa_engine::error::JsNativeErrorKind;
use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::{Context, JsError, JsNativeError, JsValue, js_string};

/// A `TypeError` with this message.
pub fn type_error(message: impl Into<Cow<'static, str>>) -> JsError {
    JsNativeError::typ().with_message(message.into()).into()
}

/// A `RangeError` with this message.
pub fn range_error(message: impl Into<Cow<'static, str>>) -> JsError {
    JsNativeError::range().with_message(message.into()).into()
}

/// An error that JavaScript can hold. Boa ends a recursion that is too deep with an error that is no JavaScript value and
/// that no `catch` sees; where the host keeps it as a value, it becomes the `RangeError` that other engines throw.
fn catchable(error: JsError) -> JsError {
    match error.as_engine() {
        None => error,
        Some(EngineError::RuntimeLimit(RuntimeLimitError::Recursion | RuntimeLimitError::StackSize)) => {
            range_error("Maximum call stack size exceeded")
        }
        Some(other) => JsNativeError::error().with_message(other.to_string()).into(),
    }
}

/// The same error with the stack of this moment, if it was made by the host and has none yet. An error that reaches the
/// engine gets its stack there; one that rejects a promise does not.
pub(super) fn with_stack(error: JsError, context: &mut Context) -> JsError {
    let Some(native) = error.as_native() else { return error };
    let constructors = context.intrinsics().constructors();
    let constructor = match native.kind() {
        JsNativeErrorKind::Type => constructors.type_error(),
        JsNativeErrorKind::Range => constructors.range_error(),
        _ => return error,
    }
    .constructor();
    let message = js_string!(native.message()).into();
    constructor.construct(&[message], None, context).map_or(error, |made| JsError::from_opaque(made.into()))
}

/// The JavaScript value of an error.
pub fn exception_value(error: JsError, context: &mut Context) -> JsValue {
    // The fallback is never taken: only errors of the engine have no value, and they are converted first.
    catchable(error).into_opaque(context).unwrap_or_default()
}
