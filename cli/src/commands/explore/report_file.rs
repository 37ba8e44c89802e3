//! The files of reports.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use posttask_front_end::bounded_file;
use posttask_reports::exploration::{Report, ReportError};

use crate::whole_file;

/// Reads a report.
///
/// # Errors
///
/// Returns an error if the file cannot be read or is not a report of this version.
pub(super) fn read(path: &Path) -> Result<Report, ReportError> {
    let text = bounded_file::read_text(path, bounded_file::LARGEST_REPORT);
    let text = text.map_err(|source| ReportError::Io { action: "read", path: path.into(), source })?;
    Report::parse(&text, path)
}

/// Reads the reports of the parts of an exploration, and combines them.
///
/// # Errors
///
/// Returns an error if a report cannot be read, if they are of different explorations, or if two of them are of the
/// same part.
pub(super) fn merge(paths: &[PathBuf]) -> Result<Option<Report>, ReportError> {
    let mut merged: Option<Report> = None;
    for path in paths {
        let report = read(path)?;
        if report.position.is_some() && report.interrupted {
            return Err(ReportError::Unfinished(path.into()));
        }
        match &mut merged {
            None => merged = Some(report),
            Some(merged) => merged.add(report, path)?,
        }
    }
    if let Some(merged) = &mut merged {
        merged.finish_merge();
    }
    Ok(merged)
}

/// Writes a report. If it were too large to be read again, what `--resume` and a merge need is left out; returns
/// whether it was not.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub(super) fn write(report: &Report, path: &Path) -> Result<bool, ReportError> {
    let json = |report: &Report| {
        let text = serde_json::to_string_pretty(report);
        text.map(|text| text + "\n").map_err(|source| ReportError::Format { path: path.into(), source })
    };
    let mut text = json(report)?;
    let is_whole = text.len() as u64 <= bounded_file::LARGEST_REPORT;
    if !is_whole {
        text = json(&Report { position: None, order_hashes: BTreeSet::new(), ..report.clone() })?;
    }
    let written = whole_file::write(path, &text);
    written.map_err(|source| ReportError::Io { action: "write", path: path.into(), source })?;
    Ok(is_whole)
}
