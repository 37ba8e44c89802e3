//! What is recorded while a program runs: a trace, statistics, warnings and a timeline.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use posttask::event_loop::{AgentId, Event, NewWorker, Timestamp};
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
    workers: BTreeMap<AgentId, OfWorker>,
    end: Timestamp,
}

/// The instruments of a worker.
struct OfWorker {
    title: String,
    statistics: Option<Statistics>,
    diagnostics: Option<Diagnostics>,
}

impl OfWorker {
    /// Its warnings, each with the worker.
    fn warning(&self, text: &impl Display) -> String {
        format!("{text} in {}", self.title)
    }
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
        self.receive_of_agent(record);
        if let Some(trace) = &mut self.trace {
            trace.receive(record);
        }
        if let Some(timeline) = &mut self.timeline {
            timeline.receive(record);
        }
    }

    fn worker_created(&mut self, worker: &NewWorker) -> bool {
        if let Some(trace) = &mut self.trace {
            trace.worker_created(worker);
        }
        if let Some(timeline) = &mut self.timeline {
            timeline.worker_created(worker);
        }
        let of_worker = OfWorker {
            title: worker.title(),
            statistics: self.options.stats.is_some().then(|| Statistics::new(self.is_virtual)),
            diagnostics: self.options.warn.as_ref().filter(|warn| !warn.is_none()).map(Diagnostics::new),
        };
        self.workers.insert(worker.agent, of_worker);
        true
    }
}

impl Instruments {
    /// Passes a record to what is about one agent. All agents sleep at the same time.
    fn receive_of_agent(&mut self, record: &Record) {
        let is_of_all = matches!(record.event, Event::Sleeping { .. } | Event::Woke);
        let workers = self.workers.iter_mut().filter(|(agent, _)| is_of_all || **agent == record.agent);
        let mut sinks: Vec<&mut dyn Sink> = Vec::new();
        for (_, OfWorker { statistics, diagnostics, .. }) in workers {
            sinks.extend(diagnostics.iter_mut().map(|it| it as _));
            sinks.extend(statistics.iter_mut().map(|it| it as _));
        }
        if record.agent == AgentId::MAIN {
            sinks.extend(self.diagnostics.iter_mut().map(|it| it as _));
            sinks.extend(self.statistics.iter_mut().map(|it| it as _));
        }
        for sink in sinks {
            sink.receive(record);
        }
        self.show_warnings();
    }

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
            workers: BTreeMap::new(),
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
        let Some(timeline) = &mut self.timeline else { return };
        if let Some(diagnostics) = &mut self.diagnostics {
            for warning in diagnostics.drain() {
                timeline.warn(self.end, &warning.to_string());
            }
        }
        for worker in self.workers.values_mut() {
            let new = worker.diagnostics.as_mut().map(Diagnostics::drain).unwrap_or_default();
            for warning in new {
                timeline.warn(self.end, &worker.warning(&warning));
            }
        }
    }

    /// Ends the recording, and returns the warnings. To be called before [`Self::finish`].
    pub(super) fn take_warnings(&mut self) -> Vec<String> {
        let end = self.end;
        let of_workers = self.workers.values_mut().filter_map(|worker| worker.diagnostics.as_mut());
        for diagnostics in self.diagnostics.iter_mut().chain(of_workers) {
            diagnostics.finish(end);
        }
        self.show_warnings();
        let mut warnings = self.diagnostics.take().map(|diagnostics| texts_of(&diagnostics)).unwrap_or_default();
        for worker in self.workers.values_mut() {
            let of_worker = worker.diagnostics.take().map(|diagnostics| texts_of(&diagnostics)).unwrap_or_default();
            warnings.extend(of_worker.iter().map(|warning| worker.warning(warning)));
        }
        warnings
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
        let workers =
            self.workers.values_mut().filter_map(|worker| Some((&*worker.title, worker.statistics.as_mut()?)));
        let workers = workers.map(|(title, statistics)| statistics.report(title)).collect();
        let report = statistics.report(&self.program).with_workers(workers);
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

/// The warnings, and how many more there are.
fn texts_of(diagnostics: &Diagnostics) -> Vec<String> {
    let warnings = diagnostics.warnings().into_iter().map(|warning| warning.to_string());
    let omitted =
        diagnostics.omitted().into_iter().map(|(id, count)| format!("not listed: {} [{id}]", id.summary(count)));
    warnings.chain(omitted).collect()
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
