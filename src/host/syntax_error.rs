//! Syntax errors: Boa's parser ends its messages with a line and a column, and does not know the file.

use std::path::Path;

use boa_engine::{Context, JsError, JsNativeError};

/// The line and column that a parser's message ends with, both from 1.
#[must_use]
pub fn position(error: &JsError) -> Option<(u32, u32)> {
    let text = error.to_string();
    let rest = &text[text.rfind("line ")? + 5..];
    let (line, rest) = rest.split_once(", col ")?;
    let column: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((line.parse().ok()?, column.parse().ok()?))
}

/// A parser's error with its whole place at the end: `(file:line:column)`, as in stack frames. Other errors stay as they are.
#[must_use]
pub fn with_place(error: JsError, path: &Path, context: &mut Context) -> JsError {
    let (Some((line, column)), Ok(native)) = (position(&error), error.try_native(context)) else { return error };
    let message = native.message();
    let message = message.rfind(" at line ").map_or(message, |at| &message[..at]);
    JsNativeError::syntax().with_message(format!("{message} ({}:{line}:{column})", path.display())).into()
}
