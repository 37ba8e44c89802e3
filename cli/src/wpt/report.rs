//! The format of `wptreport.json`, which wptrunner writes and wpt.fyi reads.

use std::collections::BTreeSet;
use std::path::Path;

use posttask_front_end::bounded_file;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::{FileResult, WptError};
use crate::whole_file;

/// A report of a run, or of a shard of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Report {
    /// The product that ran the tests, its version and its platform.
    pub run_info: Map<String, Value>,
    /// The start of the run, in milliseconds since the Unix epoch.
    pub time_start: u64,
    /// The end of the run, in milliseconds since the Unix epoch.
    pub time_end: u64,
    /// The results of the tests, sorted by id.
    pub results: Vec<FileResult>,
}

/// The key of a report whose run has not ended.
const UNFINISHED: &str = "unfinished";

impl Report {
    /// Creates the report of a run. The times are in milliseconds since the Unix epoch.
    #[must_use]
    pub(crate) fn new(mut results: Vec<FileResult>, time_start: u64, time_end: u64) -> Self {
        results.sort_by(|a, b| a.test.cmp(&b.test));
        let run_info = [
            ("product", json!("posttask")),
            ("browser_version", json!(env!("CARGO_PKG_VERSION"))),
            ("os", json!(std::env::consts::OS)),
            ("processor", json!(std::env::consts::ARCH)),
            ("debug", json!(cfg!(debug_assertions))),
        ];
        let run_info = run_info.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
        Self { run_info, time_start, time_end, results }
    }

    /// Marks the report as one of a run that has not ended.
    #[must_use]
    pub(crate) fn unfinished(mut self) -> Self {
        self.run_info.insert(UNFINISHED.to_owned(), true.into());
        self
    }

    /// Whether the run has not ended.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.run_info.contains_key(UNFINISHED)
    }

    /// Reads a report.
    ///
    /// # Errors
    ///
    /// [`WptError::Io`] if the file cannot be read, [`WptError::Malformed`] if it is not a report.
    pub(crate) fn read(path: &Path) -> Result<Self, WptError> {
        let text = bounded_file::read_text(path, bounded_file::LARGEST_REPORT).map_err(WptError::io("read", path))?;
        serde_json::from_str(&text).map_err(|error| WptError::Malformed {
            path: path.to_owned(),
            reason: format!("not a wpt report: {error}"),
        })
    }

    /// Writes the report.
    ///
    /// # Errors
    ///
    /// [`WptError::Io`] if the file cannot be written.
    pub(crate) fn write(&self, path: &Path) -> Result<(), WptError> {
        // Strings, numbers and maps with string keys always serialize.
        let json = serde_json::to_string(self).unwrap_or_default();
        whole_file::write(path, &json).map_err(WptError::io("write", path))
    }

    /// Merges the reports of the shards of a run into one, which lasts from the earliest start to the latest end.
    ///
    /// # Errors
    ///
    /// [`WptError::Duplicate`] if two of them have a result for the same test.
    pub(crate) fn merge(reports: Vec<Self>) -> Result<Self, WptError> {
        let time_start = reports.iter().map(|report| report.time_start).min().unwrap_or_default();
        let time_end = reports.iter().map(|report| report.time_end).max().unwrap_or_default();
        let mut results = Vec::new();
        let mut seen = BTreeSet::new();
        for result in reports.into_iter().flat_map(|report| report.results) {
            if !seen.insert(result.test.clone()) {
                return Err(WptError::Duplicate(result.test));
            }
            results.push(result);
        }
        Ok(Self::new(results, time_start, time_end))
    }
}
