//! Text that was compiled, but that the engine refuses.

use boa_engine::{Context, JsError, JsNativeError};

use super::source_file::SourceFile;

/// Returns the exception for a text that was compiled, but that the engine refuses.
pub(super) fn explained(error: JsError, file: &SourceFile, context: &mut Context) -> JsError {
    if let Some(diagnostic) = file.explain_refusal() {
        return diagnostic.to_exception(file.path());
    }
    match error.try_native(context) {
        Ok(native) if !native.message().starts_with("brackets are nested") => {
            let message = format!("the engine cannot run this: {}", native.message());
            JsNativeError::syntax().with_message(message).into()
        }
        _ => error,
    }
}
