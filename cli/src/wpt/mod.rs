//! A runner for web-platform-tests: the subset of this project, or any unmodified checkout.
//!
//! - [`Manifest`] finds the tests below a root, and says why other files cannot run.
//! - [`run_file`] runs one test in this process. [`Runner`] starts a process for each test, so that a crash does not
//!   end the run.
//! - [`Expectations`] lists what is known to fail. Everything else is expected to pass, and an unexpected pass fails
//!   the run like an unexpected failure.
//! - [`Report`] is the `wptreport.json` of wptrunner.

mod expectations;
mod file;
mod manifest;
mod metadata;
mod needs;
mod pipes;
mod report;
mod results;
mod runner;
mod server;
mod shell;
mod template;
mod test_utils;
#[cfg(test)]
mod tests;

pub(crate) use expectations::{Expectations, Mismatch, Skip};
pub(crate) use file::run_file;
pub(crate) use manifest::{Manifest, Test};
pub(crate) use metadata::{Global, Metadata};
pub(crate) use report::Report;
pub(crate) use results::{FileResult, HarnessStatus, Subtest, SubtestStatus};
pub(crate) use runner::{Event, Runner};

use std::path::PathBuf;

/// An error of the test runner.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum WptError {
    /// Something could not be done with a file or folder.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What could not be done: a verb.
        action: &'static str,
        /// The path of the file or folder.
        path: PathBuf,
        /// The error of the operating system.
        source: std::io::Error,
    },
    /// The content of a JSON file is not valid.
    #[error("{} is not valid: {reason}", path.display())]
    Malformed {
        /// The path of the file.
        path: PathBuf,
        /// What is not valid.
        reason: String,
    },
    /// The root has no testharness.js.
    #[error("{} has no resources/testharness.js; is it the root of a web-platform-tests checkout?", .0.display())]
    NotARoot(PathBuf),
    /// A path leads out of the root.
    #[error("'{0}' is not in the --root folder")]
    OutsideOfTheRoot(String),
    /// There is no test for a path.
    #[error("no test matches '{0}'")]
    NoSuchTest(String),
    /// Two of the reports to merge have a result for the same test.
    #[error("{0} is in more than one report")]
    Duplicate(String),
    /// A runtime could not be created. Only the message is kept, because errors of the engine cannot be sent to another
    /// thread.
    #[error("{0}")]
    Runtime(String),
}

impl From<posttask::Error> for WptError {
    fn from(error: posttask::Error) -> Self {
        Self::Runtime(error.to_string())
    }
}

impl WptError {
    fn io(action: &'static str, path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        move |source| Self::Io { action, path, source }
    }
}
