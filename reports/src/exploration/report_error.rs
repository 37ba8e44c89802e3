//! What can be wrong with a report.

use std::path::{Path, PathBuf};

/// The version of the format of reports.
pub(super) const VERSION: u32 = 1;

/// An error about a report file.
#[derive(Debug, thiserror::Error)]
#[expect(missing_docs, reason = "each variant is described by its message")]
pub enum ReportError {
    #[error("cannot {action} {}: {source}", path.display())]
    Io { action: &'static str, path: PathBuf, source: std::io::Error },
    #[error("{} is not a report of posttask explore: {source}", path.display())]
    Format { path: PathBuf, source: serde_json::Error },
    #[error("{} has format version {found}, but this version of posttask reads version {VERSION}", path.display())]
    Version { path: PathBuf, found: u32 },
    #[error("the reports are from different explorations: {field} differs")]
    Different { field: &'static str },
    #[error("the report of {program} covers a whole exploration; only reports of parts can be merged")]
    Whole { program: String },
    #[error("cannot continue the exploration of {}: {field} differs", path.display())]
    NotContinued { path: PathBuf, field: &'static str },
    #[error("{} is the report of an interrupted exploration; --resume continues it", .0.display())]
    Unfinished(PathBuf),
    #[error("{} and another report cover the same part, {shard}", path.display())]
    SameShard { path: PathBuf, shard: String },
}

impl ReportError {
    /// The error for the report at `path`, which has another `field`.
    #[must_use]
    pub fn not_continued(path: &Path, field: &'static str) -> Self {
        Self::NotContinued { path: path.into(), field }
    }
}
