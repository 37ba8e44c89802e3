//! Stack frames as shown to the user: `at f (file.js:1:2)`.

use boa_engine::Context;

use crate::event_loop::{error_lines, lines_of_stack, user_frame, with_anonymous_text};

/// Returns the current call stack: the place at which a value without a stack is reported.
pub(super) fn callers(context: &mut Context) -> Vec<String> {
    let lines = error_lines(context);
    lines.iter().filter_map(|line| shown_frame(line)).filter(|line| !line.ends_with("(native)")).collect()
}

/// Returns the lines of the engine's text of an error that are stack frames.
pub(super) fn frames_of_engine(text: &str, context: &Context) -> Vec<String> {
    lines_of_stack(text)
        .into_iter()
        .filter_map(|line| shown_frame(&user_frame(line.strip_prefix("    ")?, context)?))
        .collect()
}

/// Returns the lines of a text that are stack frames.
pub(super) fn frames(text: &str) -> Vec<String> {
    lines_of_stack(text).into_iter().filter_map(|line| line.strip_prefix("    ")).filter_map(shown_frame).collect()
}

/// Returns a stack frame as shown, without a position that the engine does not know. `None` for other lines.
fn shown_frame(line: &str) -> Option<String> {
    line.starts_with("at ").then(|| with_anonymous_text(line).replace(":?:?)", ")"))
}
