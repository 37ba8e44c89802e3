//! What a test gave.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The status of a subtest, as testharness.js has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum SubtestStatus {
    /// It passed.
    Pass,
    /// An assertion failed, or something was thrown.
    Fail,
    /// It did not end in time.
    Timeout,
    /// It was never started.
    Notrun,
    /// The platform lacks an optional feature that it needs.
    PreconditionFailed,
}

/// The status of a whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub enum HarnessStatus {
    /// The harness finished, whatever the subtests gave.
    Ok,
    /// Something was uncaught, or there was no subtest.
    Error,
    /// The harness did not finish in time.
    Timeout,
    /// The platform lacks an optional feature.
    PreconditionFailed,
    /// The process that ran it died.
    Crash,
}

macro_rules! display_as_in_json {
    ($($type:ty),*) => { $(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                // `pad` honours widths; the statuses are unit variants, which always serialize to a string.
                let value = serde_json::to_value(self).unwrap_or_default();
                f.pad(value.as_str().unwrap_or_default())
            }
        }
    )* };
}

display_as_in_json!(SubtestStatus, HarnessStatus);

/// A subtest's result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Subtest {
    /// Its name, unique in the file.
    pub name: String,
    /// How it ended.
    pub status: SubtestStatus,
    /// Why, if it did not pass.
    pub message: Option<String>,
    /// Where, if it did not pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
}

/// A file's result.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileResult {
    /// The test's id.
    pub test: String,
    /// How the file as a whole ended.
    pub status: HarnessStatus,
    /// Why, if not well.
    pub message: Option<String>,
    /// How long it took, in milliseconds.
    pub duration: u64,
    /// Its subtests, in the order they were made.
    pub subtests: Vec<Subtest>,
}

impl FileResult {
    /// The result of a file that has no subtests to show.
    #[must_use]
    pub fn without_subtests(test: &str, status: HarnessStatus, message: String) -> Self {
        Self { test: test.to_owned(), status, message: Some(message), duration: 0, subtests: Vec::new() }
    }

    /// How many subtests passed.
    #[must_use]
    pub fn passed(&self) -> usize {
        self.subtests.iter().filter(|subtest| subtest.status == SubtestStatus::Pass).count()
    }
}
