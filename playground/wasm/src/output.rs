//! What a program prints, for the worker.

use js_sys::Function;
use posttask::{ConsoleOutput, ErrorSink, Uncaught};
use serde::Serialize;

use crate::call;

/// Passes everything on at once, as the kind of the text and the text.
pub(crate) struct Output(pub(crate) Function);

/// An uncaught error.
#[derive(Serialize)]
struct Shown {
    kind: &'static str,
    headline: String,
    details: Vec<String>,
    /// The file, the line and the column, from 1.
    place: Option<(String, u32, u32)>,
}

impl ConsoleOutput for Output {
    fn out(&self, line: &str) {
        call(&self.0, "out", line);
    }

    fn err(&self, line: &str) {
        call(&self.0, "err", line);
    }
}

impl ErrorSink for Output {
    fn uncaught(&self, uncaught: &Uncaught) {
        let place = uncaught.location().map(|place| (place.file, place.line, place.column));
        let (headline, details) = (uncaught.headline(), uncaught.details());
        let shown = Shown { kind: uncaught.kind.as_str(), headline, details, place };
        // Texts and numbers can always be written as JSON.
        call(&self.0, "error", &serde_json::to_string(&shown).unwrap_or_default());
    }
}
