//! Reporters, which write the results of tests as text: for people, for CI servers and for other programs.

mod closing;
mod dot;
mod failing_tests;
mod github_actions;
mod json;
mod junit;
mod palette;
mod reporter_kind;
mod spec;
mod summary;
mod tap;
mod test_line;
mod test_tree;
#[cfg(test)]
mod tests;
mod wording;
mod xml;
mod yaml;

use std::rc::Rc;

pub(crate) use palette::Palette;
pub(crate) use reporter_kind::{ReporterKind, UnknownReporter};
pub(crate) use summary::{Stop, Summary};
pub(crate) use wording::{visible, visible_styled};
pub(crate) use xml::escaped;

use super::report::{Failure, FileReport};

/// Writes the results of test files in a format. Each method returns text to append to the output, which ends with a
/// line break unless it is empty or [`ReporterKind::Dot`] is in the middle of a line.
pub(crate) trait Reporter {
    /// Called before the first file.
    fn start(&mut self) -> String {
        String::new()
    }

    /// Called when a file has ended.
    fn file(&mut self, file: &FileReport) -> String;

    /// Called after the last file.
    fn end(&mut self, summary: &Summary) -> String;

    /// Called after [`Self::end`]. Returns Markdown to append to the file that the environment variable
    /// `GITHUB_STEP_SUMMARY` names, if it is set.
    fn step_summary(&self, _: &Summary) -> Option<String> {
        None
    }
}

/// How failures are shown to people. The command provides this, because it knows the sources and the colors.
pub(crate) trait Describe {
    /// Returns the message, an excerpt of the source with a mark below the place, and the stack frames: several lines.
    /// The order of the failure is not part of it.
    fn describe(&self, failure: &Failure) -> String;
}

/// What reporters for people need to know. The other reporters use only `is_verbose`.
#[derive(Clone)]
pub(crate) struct Options {
    pub(crate) palette: Palette,
    pub(crate) describe: Rc<dyn Describe>,
    /// Whether to show what tests printed that passed, and why tests failed that may fail.
    pub(crate) is_verbose: bool,
}
