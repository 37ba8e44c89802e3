//! The stack of the caller, which is all there is on WebAssembly.

use crate::Error;
use crate::runtime::stack::left;

/// The size in bytes of the stack that [`on_a_large_stack`] provides: as much as there is.
pub const LARGE_STACK: usize = 1 << 30;

/// The number of bytes of the stack that a parser may use.
pub(super) fn available() -> usize {
    left()
}

/// Runs `steps`, and returns what they return.
///
/// # Errors
///
/// None: there is no thread that cannot be started.
pub fn on_a_large_stack<R: Send>(steps: impl FnOnce() -> R + Send) -> Result<R, Error> {
    Ok(steps())
}

/// Calls `steps` once.
///
/// # Errors
///
/// Returns the error of `steps`.
pub(crate) fn on_large_stacks(_count: usize, steps: impl Fn() -> Result<(), Error> + Sync) -> Result<(), Error> {
    steps()
}
