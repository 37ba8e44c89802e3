//! The report of an exploration, which is written while the program is explored: an exploration that is ended can be
//! resumed.

use std::path::Path;
use std::time::Duration;

use posttask::exploration::{Position, Report};

use posttask_reports::exploration::{self as reports, ReportError, Settings};

use super::report_file;
use crate::terminal::say;
use crate::whole_file;

/// How often the report is written.
pub(super) const INTERVAL: Duration = Duration::from_secs(2);

/// The report of an exploration.
pub(super) struct RunningReport<'a> {
    path: Option<&'a Path>,
    settings: Settings<'a>,
    /// The report of the exploration that is resumed.
    previous: Option<reports::Report>,
}

impl<'a> RunningReport<'a> {
    /// Starts a report at this path, if there is one. To resume an exploration, reads its report from there. `blank` is
    /// the report of no run.
    ///
    /// # Errors
    ///
    /// Returns an error if the report to resume cannot be read or is of another exploration.
    pub(super) fn start(
        path: Option<&'a Path>,
        settings: Settings<'a>,
        resumes: bool,
        blank: &Report,
    ) -> Result<Self, ReportError> {
        let mut report = Self { path, settings, previous: None };
        let Some(path) = path.filter(|path| resumes && path.exists()) else { return Ok(report) };
        let previous = report_file::read(path)?;
        previous.check_continues(&reports::Report::new(blank, &report.settings), path)?;
        // An exploration that was stopped during its first few runs starts again.
        report.previous = Some(previous).filter(|previous| previous.position.is_some() || !previous.interrupted);
        Ok(report)
    }

    /// Where to continue.
    pub(super) fn position(&self) -> Option<Position> {
        self.previous.as_ref()?.position.clone()
    }

    /// The report that is resumed, if nothing is left to do.
    pub(super) fn finished(&self) -> Option<&reports::Report> {
        self.previous.as_ref().filter(|previous| previous.position.is_none())
    }

    /// Writes what has been found so far. The end of the exploration reports errors: this does not end it.
    pub(super) fn checkpoint(&self, report: &Report) {
        let Some(path) = self.path else { return };
        // Whoever reads from a pipe, or from standard output, wants one report.
        if !whole_file::is_replaced(path) {
            return;
        }
        if let Ok(file) = self.file(report) {
            let _ = report_file::write(&file, path);
        }
    }

    /// The report with what earlier explorations have found.
    ///
    /// # Errors
    ///
    /// Returns an error if the program ran in another way then.
    pub(super) fn file(&self, report: &Report) -> Result<reports::Report, ReportError> {
        let mut file = reports::Report::new(report, &self.settings);
        if let Some(previous) = &self.previous {
            file = previous.clone().continued(file)?;
        }
        // Without a file, there is nothing to resume.
        file.position = file.position.filter(|_| self.path.is_some());
        Ok(file.finish())
    }

    /// Writes the report, if it is wanted.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub(super) fn write(&self, file: &reports::Report) -> Result<(), ReportError> {
        let Some(path) = self.path else { return Ok(()) };
        if !report_file::write(file, path)? {
            let path = path.display();
            say(format_args!("there were too many orders to store in {path}; it cannot be continued or merged"));
        }
        Ok(())
    }
}
