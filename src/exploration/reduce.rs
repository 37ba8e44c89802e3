//! When orders that differ only in independent work are left out.

/// When orders that differ only in independent work are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[doc(hidden)]
pub enum Reduce {
    /// If there seem to be more orders than can be run.
    #[default]
    Auto,
    /// Whenever it is possible.
    Always,
    /// Never.
    Never,
}
