//! Source text of the host that programs import: its frames are not shown, and work that it schedules belongs to its
//! callers.

use boa_engine::vm::CodeBlock;

/// The end of the paths under which the engine gets such text. No file that a user writes is named like this.
pub const HOST_FILE: &str = ":posttask.mjs";

/// Whether a path is that of source text of the host.
#[must_use]
pub fn is_host_file(path: &str) -> bool {
    path.ends_with(HOST_FILE)
}

/// Whether code is in source text of the host. The engine only tells the path as text.
pub(super) fn is_host_code(code: &CodeBlock) -> bool {
    is_host_file(&code.path().to_string())
}
