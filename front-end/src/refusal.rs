//! Text that was compiled, but that the engine refuses.

use boa_engine::{Context, JsError, JsNativeError};
use posttask::event_loop::Location;

use super::source_file::SourceFile;

/// Returns the exception for a text that was compiled, but that the engine refuses.
pub(super) fn explained(error: JsError, file: &SourceFile, context: &mut Context) -> JsError {
    if let Some(diagnostic) = file.explain_refusal() {
        return diagnostic.to_exception(file.path());
    }
    match error.try_native(context) {
        Ok(native) if !native.message().starts_with("brackets are nested") => {
            let message = format!("the engine cannot run this: {}", in_the_file(native.message(), file));
            JsNativeError::syntax().with_message(message).into()
        }
        _ => error,
    }
}

/// Returns a message of the engine with the place in the file instead of that in the compiled text.
fn in_the_file(message: &str, file: &SourceFile) -> String {
    let place = message.rfind(" (").and_then(|at| Some((at, Location::at_end_of(&message[at..])?)));
    let Some((at, Location { file: name, line, column, .. })) = place else { return message.to_owned() };
    let (line, column) = file.position((line, column));
    format!("{} ({})", &message[..at], Location::new(name, line, column))
}
