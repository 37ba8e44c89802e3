//! How a run ended.

use posttask::exploration::SkippedDeviation;
use posttask_reports::diagnostics::{Diagnostics, Warning};
use posttask_reports::statistics::Report;
use serde::Serialize;
use serde_json::Value;

/// How a run ended, and what was recorded.
#[derive(Serialize)]
pub(crate) struct Ended {
    /// `completed`, `unfinished`, `timed out` or `no progress`.
    pub(crate) ending: &'static str,
    /// The time of the loop, in milliseconds.
    pub(crate) time: f64,
    /// The number of uncaught errors.
    pub(crate) errors: usize,
    /// What is left to do, if it did not end.
    pub(crate) pending: Vec<String>,
    /// The parts of the order that did not fit the program.
    pub(crate) skipped: Vec<String>,
    /// The statistics in their JSON form, and as text.
    pub(crate) statistics: Report,
    pub(crate) statistics_text: String,
    pub(crate) warnings: Vec<Warned>,
    /// The data of the timeline page.
    pub(crate) timeline: Value,
}

/// A warning.
#[derive(Serialize)]
pub(crate) struct Warned {
    id: &'static str,
    text: String,
    /// Where the program scheduled what it is about, the main thing first: the line and the column, from 1.
    places: Vec<(u32, u32)>,
}

impl Warned {
    fn new(warning: &Warning) -> Self {
        let places = warning.locations().map(|place| (place.line, place.column)).collect();
        Self { id: warning.id.as_str(), text: warning.to_string(), places }
    }

    /// The warnings of a run, and how many cases were left out.
    pub(crate) fn all(diagnostics: &Diagnostics) -> Vec<Self> {
        let omitted = diagnostics.omitted().into_iter().map(|(id, count)| Self {
            id: id.as_str(),
            text: format!("not listed: {}", id.summary(count)),
            places: Vec::new(),
        });
        diagnostics.warnings().iter().map(Self::new).chain(omitted).collect()
    }
}

/// Why a part of an order was skipped.
pub(crate) fn skipped(skipped: &SkippedDeviation) -> String {
    let deviation = &skipped.deviation;
    match &skipped.missing {
        Some(name) => format!("skipped {deviation} in the order: there is no work named {name}"),
        None => format!("skipped {deviation} in the order: this choice did not occur"),
    }
}
