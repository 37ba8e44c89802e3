//! The options of the console's values.

/// The default of [`Inspection::depth`].
const DEPTH: usize = 2;

/// The options of [`inspect`](super::inspect).
#[derive(Clone, Copy, Debug)]
pub struct Inspection {
    /// The number of levels of nested objects that are shown, at most 1,000.
    pub depth: usize,
    /// Whether the text is colored with ANSI escape sequences.
    pub colored: bool,
}

impl Default for Inspection {
    fn default() -> Self {
        Self { depth: DEPTH, colored: false }
    }
}
