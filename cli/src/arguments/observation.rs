//! What is recorded while a program runs.

use std::path::PathBuf;

use clap::Args;
use posttask::RuntimeBuilder;

use crate::output_files::Output;
use crate::stats_output::StatsOutput;
use posttask_reports::diagnostics::WarnOptions;

/// What is recorded while a program runs.
#[derive(Clone, Debug, Default, Args)]
#[command(next_help_heading = "Reports")]
pub(crate) struct Observation {
    /// Write a trace for Chrome's Performance panel and for Perfetto; compressed if FILE ends with .gz
    #[arg(long, value_name = "FILE")]
    pub(crate) trace: Option<PathBuf>,

    /// Report how long work waited and ran, as text or json, to standard error or to a file: json:FILE
    #[arg(
        long,
        value_name = "FORMAT[:FILE]",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text"
    )]
    pub(crate) stats: Option<StatsOutput>,

    /// Warn about scheduling problems, such as starvation or long-task=100ms (default with test: all), and about engine
    /// faults (always, unless turned off with -engine or none); docs/diagnostics.md lists the warnings
    #[arg(
        long,
        value_name = "LIST",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all"
    )]
    pub(crate) warn: Option<WarnOptions>,

    /// Write an HTML page that shows when each piece of work ran
    #[arg(long, value_name = "FILE")]
    pub(crate) timeline: Option<PathBuf>,
}

impl Observation {
    /// Whether files are written or statistics are printed.
    pub(crate) fn writes_output(&self) -> bool {
        self.trace.is_some() || self.stats.is_some() || self.timeline.is_some()
    }

    /// The files that are written, with their options.
    pub(crate) fn files(&self) -> Vec<Output<'_>> {
        let stats = self.stats.as_ref().and_then(StatsOutput::file);
        let files = [("--trace", self.trace.as_deref()), ("--stats", stats), ("--timeline", self.timeline.as_deref())];
        files.into_iter().filter_map(|(option, file)| Some((option, file?))).collect()
    }

    /// Tells a runtime whether faults of the engine are reported.
    pub(crate) fn configure(&self, builder: RuntimeBuilder) -> RuntimeBuilder {
        let are_reported = self.warn.as_ref().is_none_or(WarnOptions::reports_engine_faults);
        if are_reported { builder } else { builder.ignore_engine_faults() }
    }

    /// Whether nothing is recorded.
    pub(crate) fn is_empty(&self) -> bool {
        !self.writes_output() && self.warn.as_ref().is_none_or(WarnOptions::is_none)
    }
}
