//! The lines of a stack.

/// Whether a stack frame is in a package or in the engine.
pub(super) fn is_foreign(frame: &str) -> bool {
    frame.ends_with("(native)") || frame.split(['/', '\\']).any(|part| part == "node_modules")
}
