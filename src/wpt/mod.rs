//! A runner for tests in the style of web-platform-tests: our own subset, or any checkout of the real suite, unmodified.
//!
//! - [`Manifest`] finds the tests of a root, and says of every file that is none why.
//! - [`run_file`] runs one test in this process. [`Runner`] starts a process for each, so that nothing a test does, not even a
//!   crash, ends the run.
//! - [`Expectations`] say what is known to fail. Everything else is expected to pass, and a pass that was not expected is as
//!   wrong as a failure.
//! - [`Report`] is wptrunner's `wptreport.json`.

mod expectations;
mod file;
mod manifest;
mod metadata;
mod report;
mod results;
mod runner;
mod shell;
#[cfg(test)]
mod tests;

pub use expectations::{Expectations, Mismatch, Skip};
pub use file::run_file;
pub use manifest::{Manifest, Omitted, Test};
pub use metadata::{Global, Metadata};
pub use report::Report;
pub use results::{FileResult, HarnessStatus, Subtest, SubtestStatus};
pub use runner::{Event, Runner, Shard};

use std::path::PathBuf;

/// Why a run could not be done.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WptError {
    /// A file or folder could not be read or written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What the operating system said.
        source: std::io::Error,
    },
    /// A JSON file is not what it should be.
    #[error("{}: {reason}", path.display())]
    Malformed {
        /// Which.
        path: PathBuf,
        /// What is wrong with it.
        reason: String,
    },
    /// The root has no testharness.js.
    #[error("{} has no resources/testharness.js; is it a root of web-platform-tests?", .0.display())]
    NotARoot(PathBuf),
    /// A path names no test.
    #[error("no test matches '{0}'")]
    NoSuchTest(String),
    /// Two reports that are to be merged have a result for the same test.
    #[error("{0} is in more than one of the reports")]
    Duplicate(String),
    /// A runtime could not be made. Only the message is kept, as errors of the engine cannot go to another thread.
    #[error("{0}")]
    Runtime(String),
}

impl From<crate::Error> for WptError {
    fn from(error: crate::Error) -> Self {
        Self::Runtime(error.to_string())
    }
}

impl WptError {
    fn io(path: impl Into<PathBuf>) -> impl FnOnce(std::io::Error) -> Self {
        let path = path.into();
        |source| Self::Io { path, source }
    }
}
