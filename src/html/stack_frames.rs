//! Stack frames as shown to the user: `at f (file.js:1:2)`.

use boa_engine::Context;

use crate::event_loop::{stack_lines, with_anonymous_text};
use crate::host::user_frame;

/// Returns the current call stack: the place at which a value without a stack is reported.
pub(super) fn callers(context: &mut Context) -> Vec<String> {
    let lines = stack_lines(context);
    lines.iter().filter_map(|line| shown_frame(line)).filter(|line| !line.ends_with("(native)")).collect()
}

/// Returns the lines of a text that are stack frames.
pub(super) fn frames(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("    ")).filter_map(shown_frame).collect()
}

/// Returns a stack frame as shown, without a position that the engine does not know. `None` for other lines, and for
/// the engine's own frames without a name.
fn shown_frame(line: &str) -> Option<String> {
    let is_frame = line.starts_with("at ") && line != "at  (native)";
    let line = if is_frame { user_frame(line)? } else { return None };
    Some(with_anonymous_text(&line).replace(":?:?)", ")"))
}
