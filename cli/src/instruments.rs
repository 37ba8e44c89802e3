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
    timeline: Option<Timeline>,
    agents: BTreeMap<AgentId, OfAgent>,
    end: Timestamp,
}

/// The instruments that are about one agent.
struct OfAgent {
    /// The worker in a few words; `None` for the program.
    worker: Option<String>,
    statistics: Option<Statistics>,
    diagnostics: Option<Diagnostics>,
}

impl OfAgent {
    fn new(options: &Observation, is_virtual: bool, worker: Option<String>) -> Self {
        Self {
            worker,
            statistics: options.stats.is_some().then(|| Statistics::new(is_virtual)),
            diagnostics: options.warn.as_ref().filter(|warn| !warn.is_none()).map(Diagnostics::new),
        }
    }

    /// A warning, with the worker that it is about.
    fn warning(&self, text: &impl Display) -> String {
        match &self.worker {
            Some(worker) => format!("{text} in {worker}"),
            None => text.to_string(),
        }
    }

    /// Adds the warnings since the last call to the timeline.
    fn show_warnings(&mut self, timeline: &mut Timeline, now: Timestamp) {
        for warning in self.diagnostics.as_mut().map(Diagnostics::drain).unwrap_or_default() {
            timeline.warn(now, &self.warning(&warning));
        }
    }

    /// Ends the diagnostics. Returns all warnings, and how many more there are.
    fn take_warnings(&mut self) -> Vec<String> {
        let Some(diagnostics) = self.diagnostics.take() else { return Vec::new() };
        let warnings = diagnostics.warnings().into_iter().map(|warning| self.warning(&warning));
        let omitted = diagnostics.omitted().into_iter();
        let omitted =
            omitted.map(|(id, count)| self.warning(&format_args!("not listed: {} [{id}]", id.summary(count))));
        warnings.chain(omitted).collect()
    }
}

impl Sink for OfAgent {
    fn wants(&self, event: &Event) -> bool {
        self.diagnostics.as_ref().is_some_and(|diagnostics| diagnostics.wants(event))
            || self.statistics.as_ref().is_some_and(|statistics| statistics.wants(event))
    }

    fn receive(&mut self, record: &Record) {
        if let Some(diagnostics) = &mut self.diagnostics {
            diagnostics.receive(record);
        }
        if let Some(statistics) = &mut self.statistics {
            statistics.receive(record);
        }
    }
}

impl Sink for Instruments {
    fn wants(&self, event: &Event) -> bool {
        self.timeline.is_some()
            || self.trace.as_ref().is_some_and(|trace| trace.wants(event))
            // All agents have the same instruments.
            || self.agents.get(&AgentId::MAIN).is_some_and(|program| program.wants(event))
    }

    fn receive(&mut self, record: &Record) {
        self.end = record.at;
        // All agents sleep at the same time.
        let is_of_all = matches!(record.event, Event::Sleeping { .. } | Event::Woke);
        let concerned =
            if is_of_all { self.agents.range_mut(..) } else { self.agents.range_mut(record.agent..=record.agent) };
        for (_, agent) in concerned {
            agent.receive(record);
            if let Some(timeline) = &mut self.timeline {
                agent.show_warnings(timeline, record.at);
            }
        }
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
        let of_worker = OfAgent::new(&self.options, self.is_virtual, Some(worker.title()));
        self.agents.insert(worker.agent, of_worker);
        true
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
            timeline: options.timeline.is_some().then(|| Timeline::new(order)),
            agents: BTreeMap::from([(AgentId::MAIN, OfAgent::new(options, is_virtual, None))]),
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

    /// Ends the recording, and returns the warnings. To be called before [`Self::finish`].
    pub(super) fn take_warnings(&mut self) -> Vec<String> {
        let end = self.end;
        for agent in self.agents.values_mut() {
            if let Some(diagnostics) = &mut agent.diagnostics {
                diagnostics.finish(end);
            }
            if let Some(timeline) = &mut self.timeline {
                agent.show_warnings(timeline, end);
            }
        }
        self.agents.values_mut().flat_map(OfAgent::take_warnings).collect()
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
        let Some(output) = &self.options.stats else { return Ok(()) };
        let name = |worker: &Option<String>| worker.clone().unwrap_or_else(|| self.program.clone());
        let reports = self.agents.values_mut();
        let mut reports = reports.filter_map(|agent| Some(agent.statistics.as_mut()?.report(&name(&agent.worker))));
        // The program has the lowest number.
        let Some(report) = reports.next() else { return Ok(()) };
        let report = report.with_workers(reports.collect());
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
