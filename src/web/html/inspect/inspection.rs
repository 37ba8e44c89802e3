//! The options of the console's values.

/// The default of [`Inspection::depth`].
const DEPTH: usize = 2;

/// The options of [`inspect`](super::inspect).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
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

impl Inspection {
    /// With another number of levels of nested objects.
    #[must_use]
    pub const fn with_depth(self, depth: usize) -> Self {
        Self { depth, ..self }
    }

    /// With colors, or without.
    #[must_use]
    pub const fn with_colors(self, colored: bool) -> Self {
        Self { colored, ..self }
    }
}
