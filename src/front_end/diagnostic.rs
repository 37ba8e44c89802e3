//! Errors in source text, with their places.

use std::path::Path;

use boa_engine::{JsError, JsNativeError};
use oxc_span::Span;

use super::edits::{Position, is_line_terminator, lines_in, width_of_last_line};
use super::syntax_error::{Label, SyntaxError};

/// An error in a source text, for a report with the lines of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Diagnostic {
    pub(crate) message: String,
    pub(crate) position: Position,
    /// The parts of the text that explain the error, in the order of the text. One of them is at `position`.
    pub(crate) marks: Vec<Mark>,
    pub(crate) help: Option<String>,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    pub(crate) position: Position,
    /// The number of characters, at least 1. Ends with the line.
    pub(crate) width: u32,
    pub(crate) text: Option<String>,
}

impl Diagnostic {
    pub(super) fn new(error: SyntaxError, source: &str) -> Self {
        let mark = |label: &Label| Mark {
            position: position(source, label.span.start),
            width: width(source, label.span),
            text: label.text.clone(),
        };
        let place = mark(&error.place);
        let position = place.position;
        let mut marks: Vec<Mark> = std::iter::once(place).chain(error.labels.iter().map(mark)).collect();
        marks.sort_by_key(|mark| mark.position);
        Self { message: error.message, position, marks, help: error.help }
    }

    /// An error without a place in the text.
    pub(super) fn of_whole_text(message: String, help: Option<String>) -> Self {
        Self { message, position: (1, 1), marks: Vec::new(), help }
    }

    /// Returns the exception of a text that does not compile.
    pub(super) fn to_exception(&self, path: &Path) -> JsError {
        let (line, column) = self.position;
        let message = format!("{} ({}:{line}:{column})", self.message, path.display());
        JsNativeError::syntax().with_message(message).into()
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Returns the line and column of an offset in bytes.
pub(super) fn position(source: &str, offset: u32) -> Position {
    let before = source.get(..offset as usize).unwrap_or(source);
    (lines_in(before) + 1, width_of_last_line(before) + 1)
}

fn width(source: &str, span: Span) -> u32 {
    let text = source.get(span.start as usize..span.end as usize).unwrap_or_default();
    number(text.lines().next().unwrap_or_default().trim_end().chars().count().max(1))
}

/// Returns a line of a source text, counted from 1. Lines end as in JavaScript.
pub(crate) fn line_of(source: &str, line: u32) -> Option<&str> {
    let mut rest = source;
    for _ in 1..line {
        let end = rest.find(is_line_terminator)?;
        let width = if rest[end..].starts_with("\r\n") { 2 } else { rest[end..].chars().next()?.len_utf8() };
        rest = &rest[end + width..];
    }
    (line > 0).then(|| rest.split(is_line_terminator).next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::{line_of, position};

    #[test]
    fn lines_end_as_in_javascript() {
        let source = "a\r\nb\rc\u{2028}d\n\ne";
        let lines: Vec<_> = (0..8).map(|line| line_of(source, line)).collect();
        assert_eq!(lines, [None, Some("a"), Some("b"), Some("c"), Some("d"), Some(""), Some("e"), None]);
        assert_eq!(position(source, 5), (3, 1));
    }
}
