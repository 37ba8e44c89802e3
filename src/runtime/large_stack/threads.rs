//! Threads with a large stack.

use std::thread;

use corosensei::on_stack;
use corosensei::stack::DefaultStack;

use crate::Error;

/// The size in bytes of the stack that [`on_a_large_stack`] provides. Only the memory that is used is committed.
pub const LARGE_STACK: usize = 1 << 30;

/// The number of bytes of the stack that a parser may use.
pub(super) const fn available() -> usize {
    LARGE_STACK
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

/// Like [`on_a_large_stack`], in the thread of the caller.
///
/// # Errors
///
/// Returns [`Error::Stack`] if the system does not have that much address space.
pub fn on_a_large_stack_of_its_own<R>(steps: impl FnOnce() -> R) -> Result<R, Error> {
    // The guard page is not part of the size.
    let stack = DefaultStack::new(LARGE_STACK).map_err(Error::Stack)?;
    Ok(on_stack(stack, steps))
}

/// Calls `steps` on this many threads with a large stack, and returns the first error. It is enough if one of them can
/// be started.
///
/// # Errors
///
/// Returns [`Error::Thread`] if no thread can be started, and the errors of `steps`.
pub(crate) fn on_large_stacks(count: usize, steps: impl Fn() -> Result<(), Error> + Sync) -> Result<(), Error> {
    thread::scope(|scope| {
        let spawn = |number: usize| {
            let builder = thread::Builder::new().name(format!("javascript-{number}")).stack_size(LARGE_STACK);
            builder.spawn_scoped(scope, &steps).map_err(Error::Thread)
        };
        let first = spawn(0)?;
        let others: Vec<_> = (1..count).map_while(|number| spawn(number).ok()).collect();
        std::iter::once(first)
            .chain(others)
            .map(|thread| thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            .fold(Ok(()), Result::and)
    })
}
