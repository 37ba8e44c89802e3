//! What the engine reports of its errors, and what a translator says instead.

/// What the engine says about an error.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EngineReport {
    /// Its message.
    pub message: String,
    /// The innermost function; `<main>` if it has no name.
    pub function: String,
    /// The file that contains the function.
    pub file: String,
    /// The line and the column, from 1; `None` if the engine does not know them.
    pub position: Option<(u32, u32)>,
    /// Whether the error is in the text of a CommonJS module, outside of its functions. Then the position is not known.
    pub is_in_module: bool,
}

/// Where the code of an error is in its function, as the engine compiles it. It tells errors with the same position
/// apart.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Vicinity {
    /// The line and the column of the last code before it with another position, from 1; `None` if there is none.
    pub before: Option<(u32, u32)>,
    /// The same for the first code after it.
    pub after: Option<(u32, u32)>,
}

/// A better message and place for an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The message.
    pub message: String,
    /// The line and the column in the text that the engine runs, from 1.
    pub position: (u32, u32),
}
