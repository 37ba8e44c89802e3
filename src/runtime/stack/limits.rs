//! The limits that follow from the size of a stack.

use crate::engine::SharedStack;

/// The limits on nested calls, brackets and cloned objects for a stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StackLimits {
    /// The number of calls that may be nested before a `RangeError` is thrown.
    pub(crate) calls: usize,
    /// The number of brackets that may be nested in source text, or of operators that need as much stack, before a
    /// `SyntaxError` is thrown.
    pub brackets: usize,
    /// The number of objects that may be nested in a cloned value before a `RangeError` is thrown.
    pub cloned_levels: usize,
    /// Another stack that is used at the same time, if there is one.
    pub(crate) shared: Option<SharedStack>,
}

/// How much of a stack the engine needs, in bytes.
pub(super) struct Needs {
    /// For one level of recursion.
    pub(super) per_call: usize,
    /// For one pair of brackets in the parser. An eighth of it is planned for an operator.
    pub(super) per_bracket: usize,
    /// For one level of nested cloned objects.
    pub(super) per_cloned_level: usize,
    /// For everything else: the host's functions, and code that runs at the deepest level.
    pub(super) reserve: usize,
    /// The limits for the largest stacks.
    pub(super) highest: StackLimits,
}

impl Needs {
    /// Returns the limits for a stack of this many bytes. Half of it is for the parser, which may run at the deepest
    /// call, three eighths are for calls, and one eighth is for cloning.
    pub(super) fn limits(&self, bytes: usize) -> StackLimits {
        let eighth = bytes.saturating_sub(self.reserve) / 8;
        StackLimits {
            calls: (3 * eighth / self.per_call).min(self.highest.calls),
            brackets: (4 * eighth / self.per_bracket).min(self.highest.brackets),
            cloned_levels: (eighth / self.per_cloned_level).min(self.highest.cloned_levels),
            shared: self.highest.shared,
        }
    }
}
