//! The JSON report of an exploration. Its format is documented in `docs/exploring.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use posttask::exploration::{
    AppliedDeviation, Clause, Ending, OutcomeReport, PairCoverage, Position, Ran, Report, Shard,
};
use posttask::html::Uncaught;
use posttask::internal::event_loop::milliseconds;
use posttask_front_end::{FrontEnd, bounded_file};
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

use super::sentence;
use crate::moved_code::with_anchors;

/// The version of the format.
const VERSION: u32 = 1;

/// An error about a report file.
#[derive(Debug, thiserror::Error)]
pub(super) enum ReportError {
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

/// What an exploration found.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct ReportFile {
    pub(super) version: u32,
    pub(super) program: String,
    /// A hash of the source text and the arguments of the program.
    pub(super) source_hash: String,
    pub(super) seed: u64,
    pub(super) strategy: String,
    pub(super) orders: String,
    /// Whether ports that have never been transferred are `separate` task sources or a `shared` one.
    #[serde(default)]
    pub(super) ports: String,
    /// The options for the host that the program ran as, such as `--as firefox `. Empty without a host.
    #[serde(default)]
    pub(super) host: String,
    pub(super) timer_lateness_ms: f64,
    pub(super) task_cost_ms: f64,
    /// The parts that this report covers, such as `1/4`. Empty if there is only one.
    #[serde(deserialize_with = "shards")]
    pub(super) shards: BTreeSet<String>,
    pub(super) runs: u64,
    pub(super) distinct_orders: usize,
    /// Whether these are all orders.
    pub(super) complete: bool,
    /// Whether the exploration was stopped before its end.
    pub(super) interrupted: bool,
    /// What counts as a failure: `error` or `difference`.
    pub(super) fail_on: String,
    /// The virtual time after which a run ends.
    pub(super) timeout_ms: f64,
    /// About how many orders there are; `null` if that is unknown.
    pub(super) estimated_orders: Option<f64>,
    pub(super) choice_points: usize,
    pub(super) draws_random_numbers: bool,
    /// The number of choice points by place, over all runs.
    pub(super) places: BTreeMap<String, u64>,
    pub(super) coverage: Coverage,
    pub(super) pairs: Vec<Pair>,
    pub(super) usual_order: Vec<Step>,
    pub(super) outcomes: Vec<Outcome>,
    pub(super) nondeterminism: Option<Nondeterminism>,
    /// Hashes of the distinct orders, in hexadecimal. Only in the report of a part, so that parts can be merged, and of
    /// an exploration that can be resumed.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub(super) order_hashes: BTreeSet<String>,
    /// Where the exploration can go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<Position>,
    /// The number of runs that the exploration was started with; `None` if it has a time limit.
    #[serde(default)]
    pub(super) planned_runs: Option<u64>,
}

impl ReportError {
    /// The error for the report at `path`, which has another `field`.
    pub(super) fn not_continued(path: &Path, field: &'static str) -> Self {
        Self::NotContinued { path: path.into(), field }
    }
}

/// The part of a report that every version has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// How many pairs of places were seen in both orders.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(super) struct Coverage {
    pub(super) seen: usize,
    pub(super) of: usize,
}

/// Two places whose work could run in either order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Pair {
    pub(super) first: String,
    pub(super) second: String,
    pub(super) first_before_second: bool,
    pub(super) second_before_first: bool,
}

/// Work that ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Step {
    pub(super) name: String,
    pub(super) kind: String,
    pub(super) at_ms: f64,
}

/// A distinct outcome.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Outcome {
    /// Identifies the outcome among all outcomes of the program, in hexadecimal.
    pub(super) key: String,
    pub(super) failure: bool,
    /// Whether the usual order has this outcome.
    pub(super) usual: bool,
    pub(super) count: u64,
    pub(super) ending: String,
    pub(super) exit_code: u8,
    pub(super) errors: Vec<UncaughtError>,
    pub(super) console: String,
    /// The level of orders that the schedule needs.
    pub(super) level: String,
    /// Whether every deviation of the schedule is necessary.
    pub(super) minimal: bool,
    pub(super) schedule: String,
    pub(super) deviations: Vec<Deviation>,
    pub(super) order: Vec<Step>,
}

/// An uncaught exception or an unhandled rejection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct UncaughtError {
    pub(super) kind: String,
    pub(super) headline: String,
    pub(super) location: Option<String>,
    pub(super) details: Vec<String>,
}

/// A deviation from the usual order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Deviation {
    pub(super) text: String,
    pub(super) sentence: String,
    pub(super) level: String,
    pub(super) reasons: Vec<Reason>,
}

/// Why a deviation is allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Reason {
    pub(super) sentence: String,
    pub(super) section: String,
    pub(super) address: String,
}

/// A schedule that did not give the same run twice.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Nondeterminism {
    pub(super) schedule: String,
    pub(super) step: Option<usize>,
}

pub(super) fn step(ran: &Ran) -> Step {
    Step { name: ran.work.name.to_string(), kind: sentence::kind(&ran.work), at_ms: milliseconds(ran.at.elapsed()) }
}

fn uncaught(error: &Uncaught) -> UncaughtError {
    UncaughtError {
        kind: error.kind.as_str().to_owned(),
        headline: error.headline(),
        location: error.location().map(|location| location.to_string()),
        details: error.details(),
    }
}

fn deviation(applied: &AppliedDeviation, main_file: &Path) -> Deviation {
    let reason = |clause: &Clause| Reason {
        sentence: clause.reason().to_owned(),
        section: clause.section().to_owned(),
        address: clause.address().to_owned(),
    };
    Deviation {
        text: applied.deviation.to_string(),
        sentence: sentence::deviation(applied, main_file),
        level: applied.level.to_string(),
        reasons: applied.clauses.iter().map(reason).collect(),
    }
}

pub(super) fn outcome(found: &OutcomeReport, main_file: &Path) -> Outcome {
    let exit_code = match found.outcome.ending {
        Ending::Panicked => 101,
        _ if !found.outcome.errors.is_empty() => 1,
        Ending::Unfinished => 13,
        Ending::TimedOut | Ending::NoProgress => 124,
        _ => 0,
    };
    Outcome {
        key: format!("{:016x}", found.key),
        failure: found.is_failure,
        usual: found.is_default,
        count: found.count,
        ending: found.outcome.ending.as_str().to_owned(),
        exit_code,
        errors: found.outcome.errors.iter().map(uncaught).collect(),
        console: found.outcome.console.clone(),
        level: found.level().to_string(),
        minimal: found.is_minimal,
        schedule: found.schedule.to_string(),
        deviations: found.deviations.iter().map(|applied| deviation(applied, main_file)).collect(),
        order: found.ran.iter().map(step).collect(),
    }
}

/// What a report says about its exploration, besides what was found.
pub(super) struct Settings<'a> {
    pub(super) main_file: &'a Path,
    pub(super) front_end: &'a FrontEnd,
    pub(super) source_hash: u64,
    pub(super) host: String,
    pub(super) shard: Option<Shard>,
    pub(super) fail_on: &'static str,
    pub(super) timeout: Duration,
    pub(super) planned_runs: Option<u64>,
}

impl Settings<'_> {
    /// An outcome, with a schedule that survives edits of the program.
    fn outcome(&self, found: &OutcomeReport) -> Outcome {
        let schedule = with_anchors(found.schedule.clone(), self.main_file, self.front_end);
        Outcome { schedule: schedule.to_string(), ..outcome(found, self.main_file) }
    }
}

/// Reads the parts that a report covers: all of one division, each as it is written.
fn shards<'de, D: Deserializer<'de>>(deserializer: D) -> Result<BTreeSet<String>, D::Error> {
    let shards = BTreeSet::<String>::deserialize(deserializer)?;
    let parts: Vec<Shard> =
        shards.iter().map(|shard| shard.parse()).collect::<Result<_, _>>().map_err(D::Error::custom)?;
    let known: BTreeSet<String> = parts.iter().map(Shard::to_string).collect();
    let counts: BTreeSet<u64> = parts.into_iter().map(Shard::count).collect();
    if known != shards || counts.len() > 1 {
        return Err(D::Error::custom("the parts in 'shards' are not from the same division"));
    }
    Ok(shards)
}

impl ReportFile {
    pub(super) fn new(report: &Report, settings: &Settings<'_>) -> Self {
        let &Settings { main_file, source_hash, ref host, shard, fail_on, timeout, planned_runs, .. } = settings;
        let (seen, of) = report.pair_coverage();
        let pair = |((first, second), pair): (&(Arc<str>, Arc<str>), &PairCoverage)| {
            let PairCoverage { first_before_second, second_before_first } = *pair;
            Pair { first: first.to_string(), second: second.to_string(), first_before_second, second_before_first }
        };
        let hashes = report.orders.iter().map(|hash| format!("{hash:016x}"));
        Self {
            version: VERSION,
            program: main_file.display().to_string(),
            source_hash: format!("{source_hash:016x}"),
            seed: report.seed,
            strategy: report.strategy.as_str().to_owned(),
            orders: report.bounds.level.to_string(),
            ports: if report.bounds.separate_ports { "separate" } else { "shared" }.to_owned(),
            host: host.clone(),
            timer_lateness_ms: milliseconds(report.bounds.timer_lateness),
            task_cost_ms: milliseconds(report.bounds.task_cost),
            shards: shard.map(|shard| shard.to_string()).into_iter().collect(),
            runs: report.runs,
            distinct_orders: report.orders.len(),
            complete: report.is_complete,
            interrupted: report.was_stopped,
            fail_on: fail_on.to_owned(),
            timeout_ms: milliseconds(timeout),
            estimated_orders: report.estimated_orders,
            choice_points: report.choice_points,
            draws_random_numbers: report.draws_random_numbers,
            places: report.places.iter().map(|(place, &count)| (place.to_string(), count)).collect(),
            coverage: Coverage { seen, of },
            pairs: report.pairs.iter().map(pair).collect(),
            usual_order: report.default_order.iter().map(step).collect(),
            outcomes: report.outcomes.iter().map(|found| settings.outcome(found)).collect(),
            nondeterminism: report
                .nondeterminism
                .as_ref()
                .map(|found| Nondeterminism { schedule: found.schedule.to_string(), step: found.step }),
            order_hashes: hashes.collect(),
            position: report.position.clone(),
            planned_runs,
        }
    }

    /// Leaves out what only an exploration that is resumed or a merge needs, if there will be none.
    pub(super) fn finish(mut self) -> Self {
        if self.position.is_none() && self.shards.is_empty() {
            self.order_hashes.clear();
        }
        self
    }

    /// Reads a report.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not a report of this version.
    pub(super) fn read(path: &Path) -> Result<Self, ReportError> {
        let text = bounded_file::read_text(path, bounded_file::LARGEST_REPORT);
        let text = text.map_err(|source| ReportError::Io { action: "read", path: path.into(), source })?;
        Self::parse(&text, path)
    }

    /// Parses the text of a report.
    pub(super) fn parse(text: &str, path: &Path) -> Result<Self, ReportError> {
        let format = |source| ReportError::Format { path: path.into(), source };
        let Versioned { version: found } = serde_json::from_str(text).map_err(format)?;
        if found != VERSION {
            return Err(ReportError::Version { path: path.into(), found });
        }
        serde_json::from_str(text).map_err(format)
    }

    /// Writes the report. If it were too large to be read again, what `--resume` and a merge need is left out; returns
    /// whether it was not.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written.
    pub(super) fn write(&self, path: &Path) -> Result<bool, ReportError> {
        let json = |report: &Self| {
            let text = serde_json::to_string_pretty(report);
            text.map(|text| text + "\n").map_err(|source| ReportError::Format { path: path.into(), source })
        };
        let mut text = json(self)?;
        let is_whole = text.len() as u64 <= bounded_file::LARGEST_REPORT;
        if !is_whole {
            text = json(&Self { position: None, order_hashes: BTreeSet::new(), ..self.clone() })?;
        }
        let written = crate::whole_file::write(path, &text);
        written.map_err(|source| ReportError::Io { action: "write", path: path.into(), source })?;
        Ok(is_whole)
    }
}
