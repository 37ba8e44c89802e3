//! Runs code on a thread with a large stack, for deep recursion.

use std::thread;

use super::stack::StackLimits;
use crate::Error;
use crate::engine::check_nesting_below;

/// The size in bytes of the stack that [`on_a_large_stack`] provides. Only the memory that is used is committed.
pub const LARGE_STACK: usize = 1 << 30;

/// Whether brackets and operators of a source text are nested so little that a parser does not overflow a large stack.
#[must_use]
pub fn fits_a_large_stack(source: &str) -> bool {
    check_nesting_below(StackLimits::of_stack(LARGE_STACK).brackets, source).is_ok()
}

/// Runs `steps` on a thread with a large stack, and returns what they return. A panic continues in the caller.
///
/// # Errors
///
/// Returns [`Error::Thread`] if the thread cannot be started.
pub fn on_a_large_stack<R: Send>(steps: impl FnOnce() -> R + Send) -> Result<R, Error> {
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .name("javascript".to_owned())
            .stack_size(LARGE_STACK)
            .spawn_scoped(scope, steps)
            .map_err(Error::Thread)?;
        thread.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}
