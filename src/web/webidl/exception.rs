//! Conversion of errors between Rust and JavaScript.

use std::borrow::Cow;
use std::error::Error;

use boa_engine::error::JsNativeErrorKind;
use boa_engine::error::{EngineError, RuntimeLimitError};
use boa_engine::{Context, JsError, JsNativeError, JsValue, js_string};

use crate::event_loop::{EventLoop, WorkLimit, explain_error};

/// Creates a `TypeError`.
pub fn type_error(message: impl Into<Cow<'static, str>>) -> JsError {
    JsNativeError::typ().with_message(message.into()).into()
}

/// Creates a `RangeError`.
pub fn range_error(message: impl Into<Cow<'static, str>>) -> JsError {
    JsNativeError::range().with_message(message.into()).into()
}

/// Converts an engine error to an error with a JavaScript value. Boa ends a recursion that is too deep with an engine
/// error, which has no JavaScript value and cannot be caught. It is converted to the `RangeError` that other engines
/// throw.
fn into_catchable(error: JsError) -> JsError {
    match error.as_engine().map(|engine| (engine, wrapped(engine))) {
        None => error,
        Some((_, Some(wrapped))) => into_catchable(wrapped.clone()),
        Some((engine, None)) if is_too_deep(engine) => range_error("Maximum call stack size exceeded"),
        Some((other, None)) => JsNativeError::error().with_message(other.to_string()).into(),
    }
}

/// The error that the engine took for impossible: for example one of making a promise, or of a promise's constructor.
fn wrapped(error: &EngineError) -> Option<&JsError> {
    let EngineError::Panic(panic) = error else { return None };
    panic.source()?.downcast_ref::<Box<JsError>>().map(|error| &**error)
}

/// Whether a recursion was too deep.
pub fn is_too_deep(error: &EngineError) -> bool {
    match error {
        EngineError::RuntimeLimit(RuntimeLimitError::Recursion | RuntimeLimitError::StackSize) => true,
        other => wrapped(other).and_then(JsError::as_engine).is_some_and(is_too_deep),
    }
}

/// Returns the error with the current stack, if the host created it without one. The engine adds the stack to an error
/// that a native function throws, but not to one that rejects a promise.
pub(crate) fn with_stack(error: JsError, context: &mut Context) -> JsError {
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

/// The limit that an error of the engine is about, if a call was ended by it.
pub(crate) fn exceeded_limit(error: &JsError, context: &Context) -> Option<WorkLimit> {
    match error.as_engine()? {
        EngineError::RuntimeLimit(RuntimeLimitError::LoopIteration) => {
            Some(WorkLimit::LoopIterations(context.runtime_limits().loop_iteration_limit()))
        }
        other => exceeded_limit(wrapped(other)?, context),
    }
}

/// Returns the JavaScript value of an error.
pub fn exception_value(error: JsError, context: &mut Context) -> JsValue {
    let error = match (exceeded_limit(&error, context), EventLoop::of(context)) {
        (Some(limit), Some(event_loop)) => range_error(event_loop.exceed(limit).reason()),
        _ => error,
    };
    // The default is never used: only engine errors have no value, and they are converted first.
    let value = into_catchable(error).into_opaque(context).unwrap_or_default();
    explain_error(&value, context);
    value
}
