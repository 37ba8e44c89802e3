//! The results of tests.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The status of a subtest, as testharness.js defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum SubtestStatus {
    /// It passed.
    Pass,
    /// An assertion failed, or the subtest threw an exception.
    Fail,
    /// It did not end in time.
    Timeout,
    /// It did not start.
    Notrun,
    /// It needs an optional feature that the platform does not have.
    PreconditionFailed,
}

/// The status of a whole file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "SCREAMING_SNAKE_CASE")]
pub(crate) enum HarnessStatus {
    /// The harness finished, whatever the results of the subtests.
    Ok,
    /// An error was not caught, or there were no subtests.
    Error,
    /// The harness did not finish in time.
    Timeout,
    /// The test needs an optional feature that the platform does not have.
    PreconditionFailed,
    /// The process ended without a result.
    Crash,
}

macro_rules! display_as_in_json {
    ($($type:ty),*) => { $(
        impl fmt::Display for $type {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                // `pad` honors widths; the statuses are unit variants, which always serialize to a string.
                let value = serde_json::to_value(self).unwrap_or_default();
                f.pad(value.as_str().unwrap_or_default())
            }
        }
    )* };
}

display_as_in_json!(SubtestStatus, HarnessStatus);

/// The result of a subtest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Subtest {
    /// The name, which is unique in the file.
    pub name: String,
    /// The status.
    pub status: SubtestStatus,
    /// The message of the failure, if it did not pass.
    pub message: Option<String>,
    /// The stack of the failure, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<String>,
}

/// The result of a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FileResult {
    /// The id of the test.
    pub test: String,
    /// The status of the file as a whole.
    pub status: HarnessStatus,
    /// The error message, if there is one.
    pub message: Option<String>,
    /// The duration in milliseconds.
    pub duration: u64,
    /// The subtests, in order of creation.
    pub subtests: Vec<Subtest>,
}

impl FileResult {
    /// Creates the result of a file that did not report any subtests.
    #[must_use]
    pub(crate) fn without_subtests(test: &str, status: HarnessStatus, message: String) -> Self {
        Self { test: test.to_owned(), status, message: Some(message), duration: 0, subtests: Vec::new() }
    }

    /// Returns the number of subtests that passed.
    #[must_use]
    pub(crate) fn passed(&self) -> usize {
        self.subtests.iter().filter(|subtest| subtest.status == SubtestStatus::Pass).count()
    }
}
