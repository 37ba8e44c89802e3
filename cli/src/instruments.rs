//! What is recorded while a program runs: a trace, statistics, warnings and a timeline.

use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use posttask::event_loop::{Event, Timestamp};
use posttask::trace::{Detail, Record, Recorder, Sink};
use posttask_reports::diagnostics::Diagnostics;
use posttask_reports::statistics::Statistics;
use posttask_reports::timeline::{Timeline, page};

use crate::arguments::{Observation, VERSION};
use crate::terminal::{print_error, say};
use crate::trace::ChromeTrace;
use crate::whole_file;

/// A file that cannot be written.
#[derive(Debug, thiserror::Error)]
#[error("cannot write {}: {source}", path.display())]
pub(super) struct WriteError {
    path: PathBuf,
    source: io::Error,
}

impl WriteError {
    fn of(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |source| Self { path: path.to_owned(), source }
    }
}

/// The instruments that the options select.
#[derive(Default)]
pub(super) struct Instruments {
    options: Observation,
    program: String,
    is_virtual: bool,
    trace: Option<ChromeTrace>,
    statistics: Option<Statistics>,
    diagnostics: Option<Diagnostics>,
    timeline: Option<Timeline>,
    end: Timestamp,
}

impl Sink for Instruments {
    fn wants(&self, event: &Event) -> bool {
        self.timeline.is_some()
            || self.diagnostics.as_ref().is_some_and(|diagnostics| diagnostics.wants(event))
            || self.trace.as_ref().is_some_and(|trace| trace.wants(event))
            || self.statistics.as_ref().is_some_and(|statistics| statistics.wants(event))
    }

    fn receive(&mut self, record: &Record) {
        self.end = record.at;
        if let Some(diagnostics) = &mut self.diagnostics {
            diagnostics.receive(record);
            self.show_warnings();
        }
        if let Some(trace) = &mut self.trace {
            trace.receive(record);
        }
        if let Some(statistics) = &mut self.statistics {
            statistics.receive(record);
        }
        if let Some(timeline) = &mut self.timeline {
            timeline.receive(record);
        }
    }
}

impl Instruments {
    /// Creates what the options select, for a program with this name. `None` if they select nothing.
    ///
    /// # Errors
    ///
    /// Returns an error if the trace cannot be written.
    pub(super) fn start(
        options: &Observation,
        program: &Path,
        is_virtual: bool,
        order: &str,
    ) -> Result<Option<Rc<Recorder<Self>>>, WriteError> {
        if options.is_empty() {
            return Ok(None);
        }
        let name = program.display().to_string();
        let create =
            |path: &PathBuf| ChromeTrace::create(path, &name, VERSION, is_virtual).map_err(WriteError::of(path));
        let instruments = Self {
            trace: options.trace.as_ref().map(create).transpose()?,
            statistics: options.stats.is_some().then(|| Statistics::new(is_virtual)),
            diagnostics: options.warn.as_ref().filter(|warn| !warn.is_none()).map(Diagnostics::new),
            timeline: options.timeline.is_some().then(|| Timeline::new(order)),
            end: Timestamp::default(),
            options: options.clone(),
            program: name,
            is_virtual,
        };
        let mut detail = Detail::default();
        detail.stacks = options.trace.is_some() || options.timeline.is_some();
        detail.names = detail.stacks || options.warn.is_some();
        detail.signals = options.warn.is_some();
        detail.reasons = options.timeline.is_some();
        detail.real_time = is_virtual && options.stats.is_some();
        Ok(Some(Rc::new(Recorder::new(instruments, detail))))
    }

    /// Adds new warnings to the timeline.
    fn show_warnings(&mut self) {
        if let (Some(diagnostics), Some(timeline)) = (&mut self.diagnostics, &mut self.timeline) {
            for warning in diagnostics.drain() {
                timeline.warn(self.end, &warning.to_string());
            }
        }
    }

    /// Ends the recording, and returns the warnings. To be called before [`Self::finish`].
    pub(super) fn take_warnings(&mut self) -> Vec<String> {
        let end = self.end;
        if let Some(diagnostics) = &mut self.diagnostics {
            diagnostics.finish(end);
        }
        self.show_warnings();
        let Some(diagnostics) = self.diagnostics.take() else { return Vec::new() };
        let warnings = diagnostics.warnings().iter().map(ToString::to_string).collect::<Vec<_>>();
        let omitted =
            diagnostics.omitted().into_iter().map(|(id, count)| format!("not listed: {} [{id}]", id.summary(count)));
        warnings.into_iter().chain(omitted).collect()
    }

    /// Prints the statistics, and writes the files.
    ///
    /// # Errors
    ///
    /// Returns the first error in writing a file.
    pub(super) fn finish(&mut self) -> Result<(), WriteError> {
        let mut results = vec![self.finish_trace(), self.finish_statistics()];
        if let (Some(timeline), Some(path)) = (&mut self.timeline, &self.options.timeline) {
            results.push(write(path, &page(&self.program, self.is_virtual, &mut [timeline])));
        }
        results.into_iter().collect()
    }

    fn finish_trace(&mut self) -> Result<(), WriteError> {
        match (&mut self.trace, &self.options.trace) {
            (Some(trace), Some(path)) => trace.finish().map_err(WriteError::of(path)),
            _ => Ok(()),
        }
    }

    fn finish_statistics(&mut self) -> Result<(), WriteError> {
        let (Some(statistics), Some(output)) = (&mut self.statistics, &self.options.stats) else { return Ok(()) };
        let report = statistics.report(&self.program);
        let text = if output.is_json { report.to_json() } else { report.to_string() };
        if let Some(path) = &output.file {
            return write(path, &(text.trim_end().to_owned() + "\n"));
        }
        print_error(text.trim_end());
        Ok(())
    }

    /// The timeline, for a page that compares two orders.
    pub(super) fn timeline(&mut self) -> Option<&mut Timeline> {
        self.timeline.as_mut()
    }
}

/// Prints warnings to standard error.
pub(super) fn print_warnings(warnings: &[String]) {
    for warning in warnings {
        say(format_args!("warning: {warning}"));
    }
}

/// Writes a file.
///
/// # Errors
///
/// Returns an error if it cannot be written.
pub(super) fn write(path: &Path, text: &str) -> Result<(), WriteError> {
    whole_file::write(path, text).map_err(WriteError::of(path))
}
