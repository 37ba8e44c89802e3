//! The native stack that JavaScript runs on, and the limits that keep the engine from overflowing it.
//!
//! The engine recurses on the native stack where a native function calls JavaScript (`map`, a getter), and in its parser.
//! Overflowing the stack ends the process, so both are limited. The size of the stack of an embedder's thread is unknown,
//! and often 2 MiB, which is enough for ten nested brackets. So the runtime allocates a stack, switches to it whenever
//! it calls the engine, and takes the limits from its size.

use std::io;

use corosensei::on_stack;
use corosensei::stack::DefaultStack;

/// The stack space in bytes that a level of recursion takes at most. Measured: 4 KiB in an optimized build
/// (`Object.fromEntries` of a generator that calls it), 14 KiB without optimization.
const BYTES_PER_CALL: usize = if cfg!(debug_assertions) { 16 << 10 } else { 8 << 10 };

/// The stack space in bytes that the parser takes at most for a pair of brackets. Measured: 35 KiB in an optimized build,
/// 225 KiB without optimization (for `(!(!1))`).
const BYTES_PER_BRACKET: usize = if cfg!(debug_assertions) { 256 << 10 } else { 64 << 10 };

/// What everything else may take: the host's functions, and what runs at the deepest level.
const RESERVE: usize = 1 << 20;

/// The smallest stack that a runtime accepts, in bytes.
const SMALLEST_STACK: usize = 4 << 20;

/// How deeply calls and brackets may be nested on a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// How many calls may be nested before a `RangeError`.
    pub(crate) calls: usize,
    /// How deeply brackets of source text may be nested before a `SyntaxError`.
    pub(crate) brackets: usize,
}

impl Limits {
    /// More calls or brackets than this are not useful.
    const HIGHEST: Self = Self { calls: 40_000, brackets: 5_000 };

    /// The limits on a stack with this many bytes: half of it is for calls, half for the parser, which may run at the
    /// deepest call.
    pub(crate) fn of_stack(bytes: usize) -> Self {
        let half = bytes.saturating_sub(RESERVE) / 2;
        let calls = (half / BYTES_PER_CALL).min(Self::HIGHEST.calls);
        Self { calls, brackets: (half / BYTES_PER_BRACKET).min(Self::HIGHEST.brackets) }
    }
}

/// The stack that a runtime uses.
pub(super) enum Stack {
    /// One that belongs to the runtime.
    Own(DefaultStack),
    /// The stack of the thread that drives the runtime.
    OfThread,
}

impl Stack {
    /// Allocates a stack. If the system does not have that much address space, the stack is smaller. Returns the
    /// stack and its size in bytes.
    ///
    /// # Errors
    ///
    /// Returns the system's error if it has no address space for the smallest useful stack.
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

    /// Runs `steps` on the stack. A panic continues in the caller.
    pub(super) fn run<R>(&mut self, steps: impl FnOnce() -> R) -> R {
        match self {
            Self::Own(stack) => on_stack(stack, steps),
            Self::OfThread => steps(),
        }
    }
}
