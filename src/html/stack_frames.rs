//! Stack frames as they are shown: `at f (file.js:1:2)`.

use boa_engine::Context;

use crate::event_loop::{stack_lines, with_anonymous_text};
use crate::host::written_frame;

/// The calls that are on the stack now: where a value without a stack of its own was reported.
pub(super) fn callers(context: &mut Context) -> Vec<String> {
    let lines = stack_lines(context);
    lines.iter().filter_map(|line| shown_frame(line)).filter(|line| !line.ends_with("(native)")).collect()
}

/// The lines of a text that are stack frames.
pub(super) fn frames(text: &str) -> Vec<String> {
    text.lines().filter_map(|line| line.strip_prefix("    ")).filter_map(shown_frame).collect()
}

/// A stack frame as it is shown. The engine's own nameless ones say nothing, and neither does a place that it does not know.
fn shown_frame(line: &str) -> Option<String> {
    let is_frame = line.starts_with("at ") && line != "at  (native)";
    let line = if is_frame { written_frame(line)? } else { return None };
    Some(with_anonymous_text(&line).replace(":?:?)", ")"))
}
