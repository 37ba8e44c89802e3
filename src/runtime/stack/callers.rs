//! The stack of the caller, on WebAssembly: a program there cannot switch to another one.
//!
//! Code runs on two stacks at once: the browser's, whose size nobody can choose or ask for, and one in the memory of the
//! program, of 1 MiB unless the linker gets `-z stack-size`. If one of them overflows, the instance cannot be used any
//! more. So the limits are the same for everybody, and are those that were measured to fit.

use std::io;

/// The part of the browser's stack that is planned for, in bytes.
pub(crate) const CALLERS_STACK: usize = 640 << 10;

/// The stack space that is planned for one level of recursion, in bytes.
pub(super) const BYTES_PER_CALL: usize = 1 << 10;

/// The stack space that is planned for one pair of brackets in the parser, in bytes.
pub(super) const BYTES_PER_BRACKET: usize = 8 << 10;

/// The stack space that is planned for one level of nested cloned objects, in bytes.
pub(super) const BYTES_PER_CLONED_LEVEL: usize = 512;

/// The stack space for everything else, in bytes.
pub(super) const RESERVE: usize = 64 << 10;

/// The stack that a runtime uses: the caller's.
pub(crate) struct Stack;

impl Stack {
    /// There is no other stack than the caller's. Returns it with the number of bytes that may be used.
    ///
    /// # Errors
    ///
    /// None: nothing is allocated.
    #[expect(clippy::unnecessary_wraps, reason = "where a stack is allocated, this may fail")]
    pub(crate) fn allocate(bytes: usize) -> io::Result<(Self, usize)> {
        Ok((Self, bytes.min(CALLERS_STACK)))
    }

    /// Returns the stack of the caller, of which at most `bytes` bytes may be used.
    ///
    /// # Errors
    ///
    /// None: nothing is allocated.
    pub(crate) fn of_thread(bytes: usize) -> io::Result<(Self, usize)> {
        Self::allocate(bytes)
    }

    /// Runs `steps` on the stack.
    pub(crate) fn run<R>(&mut self, steps: impl FnOnce() -> R) -> R {
        let Self = self;
        steps()
    }
}
