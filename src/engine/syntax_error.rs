//! The places of syntax errors. Boa's parser ends its messages with a line and a column, but does not know the file.

use std::path::Path;

use boa_engine::{Context, JsError, JsNativeError};

use super::position_after;
use crate::event_loop::{is_marked, unmarked};

/// Returns the line and column at the end of a parser's message, both counted from 1.
#[must_use]
pub(crate) fn position(error: &JsError) -> Option<(u32, u32)> {
    let text = error.to_string();
    let rest = &text[text.rfind("line ")? + 5..];
    let (line, rest) = rest.split_once(", col ")?;
    let column: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((line.parse().ok()?, column.parse().ok()?))
}

/// Returns a parser's error with its full place at the end: `(file:line:column)`, as in stack frames. If the path is
/// marked, the parser has read an extra line. Other errors are returned unchanged.
#[must_use]
pub fn with_place(error: JsError, text: &str, path: &Path, context: &mut Context) -> JsError {
    let place = position(&error);
    let Ok(native) = error.try_native(context) else { return error };
    let message = native.message();
    let (message, (line, column)) = match place {
        Some(place) => (message.rfind(" at line ").map_or(message, |at| &message[..at]), place),
        // The parser's message for source text that ends too soon.
        None if message == "abrupt end" => ("unexpected end of input", position_after(text.trim_end())),
        None => return error,
    };
    let line = if is_marked(path) { line.saturating_sub(1) } else { line };
    let path = unmarked(path);
    JsNativeError::syntax().with_message(format!("{message} ({}:{line}:{column})", path.display())).into()
}
