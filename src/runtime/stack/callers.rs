//! The stack of the caller, on WebAssembly: a program there cannot switch to another one.
//!
//! Code runs on two stacks at once. One is in the memory of the program, and is 1 MiB large unless the linker gets
//! `-z stack-size`. The other one is the browser's: nobody can choose its size, or ask for it. If one of them
//! overflows, the instance cannot be used any more. So there are two limits, and the lower one counts.

use std::io;

use super::limits::{Needs, StackLimits};
use crate::engine::SharedStack;

/// What fits on the stack of Chromium, as measured in a worker of Chromium 156 with an optimized build that Chromium
/// has not optimized yet: 328 calls (of recursive generators, and of `Object.fromEntries` of an iterator that calls
/// it), 150 brackets (of arrays), 2,600 operators, of which 64 count as a bracket, or 820 cloned levels. Nine tenths of
/// it are used if a program does all of that at once. The tests in `playground/tests/browser/limits.test.mjs` do so.
const IN_THE_BROWSER: StackLimits = StackLimits {
    calls: 230,
    brackets: 30,
    cloned_levels: 80,
    shared: Some(SharedStack { size: 787 << 10, per_call: 3 << 10, per_bracket: 24 << 10 }),
};

/// What was measured on the stack in the memory, with a margin: a bracket uses at most 18 KiB (for `(!(!1))`). A call
/// uses less than on the stack of the browser.
const NEEDS: Needs = Needs {
    per_call: 2 << 10,
    per_bracket: 20 << 10,
    per_cloned_level: 1 << 10,
    reserve: 32 << 10,
    highest: IN_THE_BROWSER,
};

/// The limits for a stack of this many bytes.
#[must_use]
pub fn limits_of_stack(bytes: usize) -> StackLimits {
    NEEDS.limits(bytes)
}

/// The number of bytes that are left of the stack in the memory. It is at the beginning of the memory, where the
/// compiler puts it, and grows downwards, so that is the address of whatever is on top.
pub(crate) fn left() -> usize {
    let top = 0_u8;
    std::ptr::addr_of!(top).addr()
}

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
        Ok((Self, bytes.min(left())))
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
