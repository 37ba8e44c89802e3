//! Errors in source text, with their places.

use std::path::Path;

use boa_engine::{JsError, JsNativeError};
use oxc_span::Span;
use posttask::internal::engine::position_after;

use super::syntax_error::{Label, SyntaxError};
use super::text_index::Position;

/// An error in a source text, for a report with the lines of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub(crate) message: String,
    pub(crate) position: Position,
    /// The parts of the text that explain the error, in the order of the text. One of them is at `position`.
    pub marks: Vec<Mark>,
    /// What to do about it.
    pub help: Option<String>,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Its line and column, both from 1.
    pub position: Position,
    /// The number of characters, at least 1. Ends with the line.
    pub width: u32,
    /// What the part is.
    pub text: Option<String>,
}

impl Diagnostic {
    pub(super) fn new(error: SyntaxError, source: &str) -> Self {
        let mark = |label: &Label| Mark {
            position: position_after(source.get(..label.span.start as usize).unwrap_or(source)),
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

    /// Whether the error is a `new.target` outside functions.
    pub(super) fn is_new_target(&self) -> bool {
        self.message.starts_with("new.target ")
    }

    /// Returns the exception of a text that does not compile.
    pub(super) fn to_exception(&self, path: &Path) -> JsError {
        let (line, column) = self.position;
        let message = format!("{} ({}:{line}:{column})", self.message, path.display());
        JsNativeError::syntax().with_message(message).into()
    }
}

fn width(source: &str, span: Span) -> u32 {
    let text = source.get(span.start as usize..span.end as usize).unwrap_or_default();
    let width = text.lines().next().unwrap_or_default().trim_end().chars().count().max(1);
    u32::try_from(width).unwrap_or(u32::MAX)
}
