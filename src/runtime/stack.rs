//! A thread with room for deep recursion.

use std::thread;

use crate::Error;

/// The size in bytes of the stack that [`on_a_large_stack`] gives. Only what is used is ever taken from the machine.
pub const STACK_SIZE: usize = 1 << 30;

/// Runs `steps` on a thread whose stack is large enough for the runtime's recursion limit, and returns what they return.
///
/// A panic of `steps` goes on in the caller.
///
/// # Errors
///
/// [`Error::Thread`] if the thread cannot be started.
pub fn on_a_large_stack<R: Send>(steps: impl FnOnce() -> R + Send) -> Result<R, Error> {
    thread::scope(|scope| {
        let thread = thread::Builder::new()
            .name("javascript".to_owned())
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, steps)
            .map_err(Error::Thread)?;
        thread.join().map_err(|panic| std::panic::resume_unwind(panic))
    })
}
