//! A stack that the runtime allocates.
//!
//! The stack of an embedder's thread has an unknown size, often 2 MiB, which in a debug build is enough for only about
//! ten nested brackets. So the runtime allocates a stack, switches to it whenever it calls the engine, and derives the
//! limits from its size.

use std::io;

use corosensei::on_stack;
use corosensei::stack::DefaultStack;

/// The stack space that is planned for one level of recursion, in bytes. The highest measured use is 4 KiB in an
/// optimized build, and 14 KiB without optimization (for `Object.fromEntries` of an iterator that calls
/// `Object.fromEntries`).
pub(super) const BYTES_PER_CALL: usize = if cfg!(debug_assertions) { 16 << 10 } else { 8 << 10 };

/// The stack space that is planned for one pair of brackets in the parser, in bytes. The highest measured use is
/// 35 KiB in an optimized build, and 225 KiB without optimization (for `(!(!1))`). An eighth of it is planned for an
/// operator, which was measured to use at most 3 and 28 KiB.
pub(super) const BYTES_PER_BRACKET: usize = if cfg!(debug_assertions) { 256 << 10 } else { 64 << 10 };

/// The stack space that is planned for one level of nested cloned objects, in bytes. The highest measured use is 1 KiB
/// in an optimized build, and 2 KiB without optimization.
pub(super) const BYTES_PER_CLONED_LEVEL: usize = if cfg!(debug_assertions) { 4 << 10 } else { 2 << 10 };

/// The stack space for everything else, in bytes: the host's functions, and code that runs at the deepest level.
pub(super) const RESERVE: usize = 1 << 20;

/// The minimum size of a stack, in bytes.
const SMALLEST_STACK: usize = 4 << 20;

/// The maximum size of a stack that is requested from the system, in bytes. With this limit, sums do not overflow.
const LARGEST_STACK: usize = usize::MAX / 4;

/// The stack that a runtime uses.
pub(crate) enum Stack {
    /// A stack that the runtime allocated.
    Own(DefaultStack),
    /// The stack of the thread that drives the runtime.
    Thread,
}

impl Stack {
    /// Allocates a stack, and returns it with its size in bytes. If the system does not have that much address space,
    /// the stack is smaller.
    ///
    /// # Errors
    ///
    /// Returns the system's error if there is not even enough address space for a stack of the minimum size.
    pub(crate) fn allocate(bytes: usize) -> io::Result<(Self, usize)> {
        let mut bytes = bytes.clamp(SMALLEST_STACK, LARGEST_STACK);
        loop {
            match DefaultStack::new(bytes) {
                Ok(stack) => return Ok((Self::Own(stack), bytes)),
                Err(error) if bytes <= SMALLEST_STACK => return Err(error),
                Err(_) => bytes = (bytes / 2).max(SMALLEST_STACK),
            }
        }
    }

    /// Returns the stack of the thread that drives the runtime, of which `bytes` bytes may be used.
    ///
    /// # Errors
    ///
    /// Returns an error if that is less than the minimum size.
    pub(crate) fn of_thread(bytes: usize) -> io::Result<(Self, usize)> {
        if bytes < SMALLEST_STACK {
            let message = format!("{bytes} bytes are not enough; the minimum is {SMALLEST_STACK}");
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        Ok((Self::Thread, bytes))
    }

    /// Runs `steps` on the stack. Propagates panics to the caller.
    pub(crate) fn run<R>(&mut self, steps: impl FnOnce() -> R) -> R {
        match self {
            Self::Own(stack) => on_stack(stack, steps),
            Self::Thread => steps(),
        }
    }
}
