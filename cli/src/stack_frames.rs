//! The lines of a stack.

/// Whether a stack frame is in a package or in the engine.
pub(super) fn is_foreign(frame: &str) -> bool {
    let is_in = |folder: &str| frame.split(['/', '\\', '(']).any(|part| part == folder);
    frame.ends_with("(native)") || frame.contains("(node:") || is_in("node_modules")
}
