//! The limits that follow from the size of a stack.

#[cfg(target_family = "wasm")]
use super::callers::{BYTES_PER_BRACKET, BYTES_PER_CALL, BYTES_PER_CLONED_LEVEL, RESERVE};
#[cfg(not(target_family = "wasm"))]
use super::own::{BYTES_PER_BRACKET, BYTES_PER_CALL, BYTES_PER_CLONED_LEVEL, RESERVE};

/// The limits on nested calls, brackets and cloned objects for a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct StackLimits {
    /// The number of calls that may be nested before a `RangeError` is thrown.
    pub(crate) calls: usize,
    /// The number of brackets that may be nested in source text, or of operators that need as much stack, before a
    /// `SyntaxError` is thrown.
    pub(crate) brackets: usize,
    /// The number of objects that may be nested in a cloned value before a `RangeError` is thrown.
    pub(crate) cloned_levels: usize,
}

impl StackLimits {
    /// The highest limits, even for larger stacks: programs do not need more.
    const HIGHEST: Self = Self { calls: 40_000, brackets: 5_000, cloned_levels: 20_000 };

    /// Returns the limits for a stack of this many bytes. Half of it is for the parser, which may run at the deepest
    /// call, three eighths are for calls, and one eighth is for cloning.
    pub(crate) fn of_stack(bytes: usize) -> Self {
        let eighth = bytes.saturating_sub(RESERVE) / 8;
        Self {
            calls: (3 * eighth / BYTES_PER_CALL).min(Self::HIGHEST.calls),
            brackets: (4 * eighth / BYTES_PER_BRACKET).min(Self::HIGHEST.brackets),
            cloned_levels: (eighth / BYTES_PER_CLONED_LEVEL).min(Self::HIGHEST.cloned_levels),
        }
    }
}
