//! What can fail, and what the engine would report of it.

use super::guards::Guard;

/// What the engine reports of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Region {
    /// The number of the function.
    pub(super) unit: usize,
    pub(super) recorded: Option<u32>,
    /// Whether a pattern takes the value apart.
    pub(super) is_pattern: bool,
}

/// An expression that fails if a value is `undefined` or `null`.
#[derive(Debug)]
pub(super) struct Risk {
    pub(super) region: Region,
    /// `None` if it cannot be guarded.
    pub(super) guard: Option<Guard>,
    /// Where the function that the expression is in can declare variables. `None` in a script, outside of functions.
    pub(super) variables_at: Option<u32>,
    /// In how many loops it is.
    pub(super) loops: u32,
}
