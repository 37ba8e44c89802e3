//! The style of values in messages.

use posttask::internal::html::Walker;

/// How much of a value is shown, and where lines break.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// A property per line, with everything that a comparison of values takes into account.
    Lines,
    /// As few lines as possible, for a value inside a sentence.
    Compact,
    /// Only the class of an object.
    Summary,
}

/// The highest number of nested objects that are shown.
pub(super) const MAX_LEVELS: usize = 1_000;

/// The length of text, in bytes at one level of indentation, after which no more nested objects are shown. An object
/// that many others refer to is printed for each of them.
const MAX_LENGTH: usize = 1 << 27;

/// The style of values in messages.
pub(super) struct AssertStyle {
    /// The number of levels that are shown below the outermost object; `None` if not even that one is.
    pub(super) depth: Option<usize>,
    /// The length of all text at each level.
    pub(super) lengths: Vec<usize>,
}

pub(super) type Printer<'a> = Walker<'a, AssertStyle>;

/// Returns the number of columns before the lines of what is being printed.
pub(super) fn indentation(printer: &Printer<'_>) -> usize {
    2 * printer.level()
}

impl AssertStyle {
    /// Counts text of a level, and stops showing nested objects if there is too much of it.
    pub(super) fn count(&mut self, length: usize, level: usize) {
        if self.lengths.len() <= level {
            self.lengths.resize(level + 1, 0);
        }
        self.lengths[level] += length;
        if self.lengths[level] > MAX_LENGTH {
            self.depth = None;
        }
    }
}
