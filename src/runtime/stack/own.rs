//! A stack that the runtime allocates.
//!
//! The stack of an embedder's thread has an unknown size, often 2 MiB, which in a debug build is enough for only about
//! ten nested brackets. So the runtime allocates a stack, switches to it whenever it calls the engine, and derives the
//! limits from its size.

use std::io;

use corosensei::on_stack;
use corosensei::stack::DefaultStack;

use super::limits::{Needs, StackLimits};

/// What was measured, with a margin: a call uses at most 4 KiB in an optimized build and 14 KiB without optimization
/// (for `Object.fromEntries` of an iterator that calls `Object.fromEntries`), a bracket 35 and 225 KiB (for `(!(!1))`),
/// an operator 3 and 28 KiB, and a cloned level 1 and 2 KiB.
const NEEDS: Needs = Needs {
    per_call: if cfg!(debug_assertions) { 16 << 10 } else { 8 << 10 },
    per_bracket: if cfg!(debug_assertions) { 256 << 10 } else { 64 << 10 },
    per_cloned_level: if cfg!(debug_assertions) { 4 << 10 } else { 2 << 10 },
    reserve: 1 << 20,
    // Programs do not need more.
    highest: StackLimits { calls: 40_000, brackets: 5_000, cloned_levels: 20_000, shared: None },
};

/// The limits for a stack of this many bytes.
#[must_use]
pub fn limits_of_stack(bytes: usize) -> StackLimits {
    NEEDS.limits(bytes)
}

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
