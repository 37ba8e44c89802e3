//! An error in source text, and its places.

use oxc_diagnostics::OxcDiagnostic;
use oxc_span::Span;

use crate::tokens::{first_line, offset};

/// An error in source text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    pub(crate) message: String,
    /// What is wrong.
    pub(crate) place: Label,
    /// What the error has to do with.
    pub(crate) labels: Vec<Label>,
    pub(crate) help: Option<String>,
}

/// A part of the source text, and what to say about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    pub(crate) span: Span,
    pub(crate) text: Option<String>,
}

impl Label {
    pub(super) fn new(span: Span, text: &str) -> Self {
        Self { span, text: (!text.is_empty()).then(|| text.to_owned()) }
    }
}

impl SyntaxError {
    pub(super) fn new(message: impl Into<String>, span: Span) -> Self {
        Self { message: message.into(), place: Label::new(span, ""), labels: Vec::new(), help: None }
    }

    pub(super) fn with_help(mut self, help: &str) -> Self {
        if !help.is_empty() {
            self.help = Some(help.to_owned());
        }
        self
    }

    /// Keeps the spans inside the text, on character boundaries and on one line, whatever the parser said.
    pub(super) fn fit(mut self, text: &str) -> Self {
        for label in std::iter::once(&mut self.place).chain(&mut self.labels) {
            let end = text.floor_char_boundary(label.span.end as usize);
            let start = text.floor_char_boundary(label.span.start as usize).min(end);
            label.span = first_line(text, Span::new(offset(start), offset(end)));
        }
        let place = self.place.span;
        self.labels.retain(|label| label.span != place);
        self
    }
}

/// Returns the span that a diagnostic is about.
pub(super) fn main_span(diagnostic: &OxcDiagnostic) -> Span {
    let labels = &diagnostic.labels;
    labels
        .iter()
        .find(|label| label.primary())
        .or(labels.first())
        .map_or(Span::new(0, 0), oxc_diagnostics::LabeledSpan::span)
}
