//! Locations in source files, and their format in stack traces.

use std::borrow::Cow;
use std::fmt;

/// A location in a source file.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Location {
    /// The file name that the engine was given; `<anonymous>` for unnamed source text, such as that of `eval()`.
    pub file: String,
    /// The line number, from 1.
    pub line: u32,
    /// The column number, from 1.
    pub column: u32,
}

impl From<&std::panic::Location<'_>> for Location {
    fn from(place: &std::panic::Location<'_>) -> Self {
        Self { file: place.file().to_owned(), line: place.line(), column: place.column() }
    }
}

impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.file, self.line, self.column)
    }
}

impl Location {
    /// The location in a file at a line and a column, both from 1.
    #[must_use]
    pub fn new(file: impl Into<String>, line: u32, column: u32) -> Self {
        Self { file: file.into(), line, column }
    }

    /// Parses the location in parentheses at the end of a line of a stack trace, such as `at f (app.js:12:3)`.
    #[must_use]
    pub fn at_end_of(text: &str) -> Option<Self> {
        Self::split_off(text).map(|(_, place)| place)
    }

    /// Parses the location in parentheses at the end of a message, which may contain other parentheses.
    #[must_use]
    pub(crate) fn at_end_of_message(text: &str) -> Option<Self> {
        Self::at_end_of(&text[text.rfind(" (")?..])
    }

    /// Whether it is in a module of the host that is written in JavaScript, such as `node:events` or what stands for
    /// the package `vitest`.
    #[must_use]
    pub fn is_of_the_host(&self) -> bool {
        is_of_the_host(&self.file)
    }

    /// Like [`Self::at_end_of`], but also returns the text before the location.
    #[must_use]
    pub fn split_off(text: &str) -> Option<(&str, Self)> {
        let (before, place) = text.strip_suffix(')')?.split_once(" (")?;
        let (place, column) = place.rsplit_once(':')?;
        let (file, line) = place.rsplit_once(':')?;
        Some((before, Self { file: file.to_owned(), line: line.parse().ok()?, column: column.parse().ok()? }))
    }
}

/// The start of the names of modules of the host.
const HOST: &str = "node:";

/// The end of the paths of modules of the host that stand for packages. No file that a user writes is named like this.
pub const HOST_FILE: &str = ":posttask.mjs";

/// Whether a path is that of a module of the host that stands for a package. Its frames are not shown.
#[must_use]
pub fn is_host_file(path: &str) -> bool {
    path.ends_with(HOST_FILE)
}

/// Whether a path is that of a module of the host that is written in JavaScript. What it schedules comes from the code
/// that calls it.
pub(super) fn is_of_the_host(path: &str) -> bool {
    path.starts_with(HOST) || is_host_file(path)
}

/// Returns the lines of a stack. The name of a file may have line breaks: then its frame is one line all the same,
/// which ends with a parenthesis.
#[must_use]
pub(crate) fn lines_of_stack(text: &str) -> Vec<&str> {
    let is_frame = |line: &str| line.trim_start().starts_with("at ");
    let mut lines: Vec<&str> = Vec::new();
    let mut start = 0;
    while start < text.len() {
        let line = text[start..].split('\n').next().unwrap_or_default();
        let mut end = start + line.len();
        if is_frame(line) && line.contains(" (") && !line.trim_end().ends_with(')') {
            let others = text[end..].split('\n').skip(1).take_while(|line| !is_frame(line));
            let mut length = 0;
            let closed = others
                .map(|line| {
                    length += line.len() + 1;
                    (line, length)
                })
                .find(|(line, _)| line.ends_with(')'));
            end += closed.map_or(0, |(_, length)| length);
        }
        lines.push(text[start..end].trim_end_matches('\r'));
        start = end + 1;
    }
    lines
}

/// The file name that is shown for unnamed source text.
pub const ANONYMOUS: &str = "<anonymous>";

/// Replaces the engine's names for unnamed source text with `<anonymous>` in a line of a stack trace.
#[must_use]
pub fn with_anonymous_text(line: &str) -> Cow<'_, str> {
    let found = ["(unknown at :", "(eval at :"].into_iter().find(|name| line.contains(name));
    found.map_or(line.into(), |name| line.replacen(name, &format!("({ANONYMOUS}:"), 1).into())
}

#[cfg(test)]
mod tests {
    use super::lines_of_stack;

    #[test]
    fn a_frame_is_one_line_whatever_the_name_of_its_file() {
        let stack = "Error: a (b\n    at f (c\nd.js:1:2)\n    at g (e\n    at h (f.js:3:4)\nend";
        let lines = ["Error: a (b", "    at f (c\nd.js:1:2)", "    at g (e", "    at h (f.js:3:4)", "end"];
        assert_eq!(lines_of_stack(stack), lines);
        assert!(lines_of_stack("").is_empty());
    }
}
