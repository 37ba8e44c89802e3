//! The native stack that JavaScript runs on, and the limits that keep the engine from overflowing it.
//!
//! The engine recurses on the native stack in its parser, and where a native function calls JavaScript (`map`, a
//! getter). A stack overflow ends the process, so both are limited. The stack of an embedder's thread has an unknown
//! size, often 2 MiB, which in a debug build is enough for only about ten nested brackets. So the runtime allocates a
//! stack, switches to it whenever it calls the engine, and derives the limits from its size.

use std::io;

use corosensei::on_stack;
use corosensei::stack::DefaultStack;

/// The maximum stack space for a level of recursion, in bytes. Measured: 4 KiB in an optimized build, 14 KiB without
/// optimization (for `Object.fromEntries` of an iterator that calls `Object.fromEntries`).
const BYTES_PER_CALL: usize = if cfg!(debug_assertions) { 16 << 10 } else { 8 << 10 };

/// The maximum stack space that the parser uses for a pair of brackets, in bytes. Measured: 35 KiB in an optimized
/// build, 225 KiB without optimization (for `(!(!1))`).
const BYTES_PER_BRACKET: usize = if cfg!(debug_assertions) { 256 << 10 } else { 64 << 10 };

/// The stack space for everything else, in bytes: the host's functions, and code that runs at the deepest level.
const RESERVE: usize = 1 << 20;

/// The minimum size of a stack that a runtime allocates, in bytes.
const SMALLEST_STACK: usize = 4 << 20;

/// The limits on nested calls and brackets for a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// The number of calls that may be nested before a `RangeError` is thrown.
    pub(crate) calls: usize,
    /// The number of brackets that may be nested in source text before a `SyntaxError` is thrown.
    pub(crate) brackets: usize,
}

impl Limits {
    /// The highest limits, however large the stack is: more calls or brackets are not useful.
    const HIGHEST: Self = Self { calls: 40_000, brackets: 5_000 };

    /// Returns the limits for a stack of this many bytes: half of it is for calls, and half for the parser, which may
    /// run at the deepest call.
    pub(crate) fn of_stack(bytes: usize) -> Self {
        let half = bytes.saturating_sub(RESERVE) / 2;
        let calls = (half / BYTES_PER_CALL).min(Self::HIGHEST.calls);
        Self { calls, brackets: (half / BYTES_PER_BRACKET).min(Self::HIGHEST.brackets) }
    }
}

/// The stack that a runtime uses.
pub(super) enum Stack {
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
    pub(super) fn allocate(bytes: usize) -> io::Result<(Self, usize)> {
        let mut bytes = bytes.max(SMALLEST_STACK);
        loop {
            match DefaultStack::new(bytes) {
                Ok(stack) => return Ok((Self::Own(stack), bytes)),
                Err(error) if bytes <= SMALLEST_STACK => return Err(error),
                Err(_) => bytes = (bytes / 2).max(SMALLEST_STACK),
            }
        }
    }

    pub(super) fn is_own(&self) -> bool {
        matches!(self, Self::Own(_))
    }

    /// Runs `steps` on the stack. Propagates panics to the caller.
    pub(super) fn run<R>(&mut self, steps: impl FnOnce() -> R) -> R {
        match self {
            Self::Own(stack) => on_stack(stack, steps),
            Self::Thread => steps(),
        }
    }
}
