//! The report of a run of web-platform-tests, which is written while the tests run: a run that is ended can be resumed.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::time::{Duration, UNIX_EPOCH};

use posttask::event_loop::{Clock, RealTime, Timestamp};

use crate::whole_file;
use crate::wpt::{FileResult, Report, Test, WptError};

/// How often the report is written.
const INTERVAL: Duration = Duration::from_secs(5);

/// The report of a run.
pub(super) struct RunningReport<'a> {
    path: Option<&'a Path>,
    clock: RealTime,
    started: u64,
    /// The results of the run that is resumed.
    known: Vec<FileResult>,
    progress: RefCell<Progress>,
}

/// The results of the tests that have ended, and when they were last written.
#[derive(Default)]
struct Progress {
    results: Vec<FileResult>,
    written: Option<Timestamp>,
}

impl<'a> RunningReport<'a> {
    /// Starts a report at this path, if there is one. To resume a run, reads its results from there.
    ///
    /// # Errors
    ///
    /// Returns an error if the report of the run to resume cannot be read.
    pub(super) fn start(path: Option<&'a Path>, resumes: bool) -> Result<Self, WptError> {
        let clock = RealTime::new();
        let previous = path.filter(|path| resumes && path.exists()).map(Report::read).transpose()?;
        let started = previous.as_ref().map_or_else(|| milliseconds(&clock), |report| report.time_start);
        let known = previous.map(|report| report.results).unwrap_or_default();
        Ok(Self { path, clock, started, known, progress: RefCell::default() })
    }

    /// Splits the tests into those whose results are known, and those to run. The results of other tests stay in the
    /// report.
    pub(super) fn split(&self, tests: &[Test]) -> (Vec<FileResult>, Vec<Test>) {
        let known: BTreeMap<&str, &FileResult> =
            self.known.iter().map(|result| (result.test.as_str(), result)).collect();
        let left = tests.iter().filter(|test| !known.contains_key(test.id.as_str())).cloned().collect();
        let known = tests.iter().filter_map(|test| known.get(test.id.as_str()).copied().cloned());
        (known.collect(), left)
    }

    /// Adds the result of a test. From time to time, writes what there is.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub(super) fn add(&self, result: &FileResult) -> Result<(), WptError> {
        let Some(path) = self.path else { return Ok(()) };
        let mut progress = self.progress.borrow_mut();
        progress.results.push(result.clone());
        let now = self.clock.now();
        if !whole_file::is_replaced(path)
            || progress.written.is_some_and(|written| now.duration_since(written) < INTERVAL)
        {
            return Ok(());
        }
        progress.written = Some(now);
        let results = self.known.iter().chain(&progress.results).cloned().collect();
        Report::new(results, self.started, milliseconds(&self.clock)).unfinished().write(path)
    }

    /// Writes the report of the whole run.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub(super) fn finish(&self, results: &[FileResult]) -> Result<(), WptError> {
        let Some(path) = self.path else { return Ok(()) };
        let written: BTreeSet<&str> = results.iter().map(|result| result.test.as_str()).collect();
        let others = self.known.iter().filter(|result| !written.contains(result.test.as_str()));
        let results = others.chain(results).cloned().collect();
        Report::new(results, self.started, milliseconds(&self.clock)).write(path)
    }
}

/// The time since the Unix epoch.
fn milliseconds(clock: &RealTime) -> u64 {
    let now = clock.origin() + clock.now().elapsed();
    now.duration_since(UNIX_EPOCH).map_or(0, |since| u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}
