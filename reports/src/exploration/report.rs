//! The report of an exploration. Its JSON form is documented in `docs/exploring.md`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use posttask::debug;
use posttask::exploration::{
    self, AppliedDeviation, Clause, Ending, OutcomeReport, PairCoverage, Position, Ran, Schedule, Shard, WorkName,
};
use posttask::html::Uncaught;
use posttask::internal::event_loop::milliseconds;
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};

use super::report_error::{ReportError, VERSION};
use super::sentence;

/// What an exploration found.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[expect(clippy::struct_excessive_bools, reason = "each is independent of the others")]
pub struct Report {
    /// The version of the format.
    pub version: u32,
    /// The name of the program's file.
    pub program: String,
    /// A hash of the source text and the arguments of the program.
    pub source_hash: String,
    /// The seed of the exploration.
    pub seed: u64,
    /// The strategy.
    pub strategy: String,
    /// When orders may be left out that differ only in independent tasks: `auto`, `always` or `never`.
    #[serde(default)]
    pub reduce: String,
    /// The level of the orders.
    pub orders: String,
    /// Whether ports that have never been transferred are `separate` task sources or a `shared` one.
    #[serde(default)]
    pub ports: String,
    /// The options for the host that the program ran as, such as `--as firefox `. Empty without a host.
    #[serde(default)]
    pub host: String,
    /// How late a timer may be, in milliseconds.
    pub timer_lateness_ms: f64,
    /// How long a task may take, in milliseconds.
    pub task_cost_ms: f64,
    /// The parts that this report covers, such as `1/4`. Empty if there is only one.
    #[serde(deserialize_with = "shards")]
    pub shards: BTreeSet<String>,
    /// The number of runs.
    pub runs: u64,
    /// The number of distinct orders.
    pub distinct_orders: usize,
    /// Whether these are all orders, or stand for all.
    pub complete: bool,
    /// Whether they stand for all: orders were left out that differ from them only in independent tasks.
    #[serde(default)]
    pub reduced: bool,
    /// Whether orders in which a task waits for more than 1,000 newer ones were not tried.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub bounded: bool,
    /// The first thing that prevented more orders from being left out, if not all have been run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub obstacle: Option<Obstacle>,
    /// Whether the exploration was stopped before its end.
    pub interrupted: bool,
    /// What counts as a failure: `error` or `difference`.
    pub fail_on: String,
    /// The virtual time after which a run ends.
    pub timeout_ms: f64,
    /// About how many orders there are; `null` if that is unknown.
    pub estimated_orders: Option<f64>,
    /// The largest number of points in a run at which more than one step was allowed.
    pub choice_points: usize,
    /// Whether the program draws random numbers.
    pub draws_random_numbers: bool,
    /// The number of choice points by place, over all runs.
    pub places: BTreeMap<String, u64>,
    /// How many pairs of places were seen in both orders.
    pub coverage: Coverage,
    /// The pairs of places.
    pub pairs: Vec<Pair>,
    /// What runs in the usual order.
    pub usual_order: Vec<Step>,
    /// The distinct outcomes: first that of the usual order, then failures, then others.
    pub outcomes: Vec<Outcome>,
    /// A schedule that did not give the same run twice.
    pub nondeterminism: Option<Nondeterminism>,
    /// Hashes of the distinct orders, in hexadecimal. Only in the report of a part, so that parts can be merged, and of
    /// an exploration that can be resumed.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub order_hashes: BTreeSet<String>,
    /// Where the exploration can go on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Position>,
    /// The number of runs that the exploration was started with; `None` if it has a time limit.
    #[serde(default)]
    pub planned_runs: Option<u64>,
}

/// The part of a report that every version has.
#[derive(Deserialize)]
struct Versioned {
    version: u32,
}

/// Something that may affect all other work, so that no order with it is left out.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Obstacle {
    /// What it is.
    pub what: String,
    /// Where it is, if that is known.
    pub place: Option<String>,
}

/// How many pairs of places were seen in both orders.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Coverage {
    /// The number of pairs that were seen in both orders.
    pub seen: usize,
    /// The number of all pairs.
    pub of: usize,
}

/// Two places whose work could run in either order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pair {
    /// A place.
    pub first: String,
    /// Another place.
    pub second: String,
    /// Whether the first place was seen to run before the second.
    pub first_before_second: bool,
    /// Whether the second place was seen to run before the first.
    pub second_before_first: bool,
}

/// Work that ran.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Step {
    /// The name of the work, as schedules have it.
    pub name: String,
    /// What it is: `user-visible task`, `timer`.
    pub kind: String,
    /// The worker that it ran in: its name, or where it was created. `None` for the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub worker: Option<String>,
    /// When it started, in milliseconds.
    pub at_ms: f64,
}

/// A distinct outcome.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    /// Identifies the outcome among all outcomes of the program, in hexadecimal.
    pub key: String,
    /// Whether it is a failure.
    pub failure: bool,
    /// Whether the usual order has this outcome.
    pub usual: bool,
    /// The number of runs with this outcome.
    pub count: u64,
    /// How the runs ended.
    pub ending: String,
    /// The exit code of `posttask run` for such a run.
    pub exit_code: u8,
    /// The uncaught errors.
    pub errors: Vec<UncaughtError>,
    /// What the program printed.
    pub console: String,
    /// The level of orders that the schedule needs.
    pub level: String,
    /// Whether every deviation of the schedule is necessary.
    pub minimal: bool,
    /// A schedule that leads to this outcome.
    pub schedule: String,
    /// The deviations of the schedule.
    pub deviations: Vec<Deviation>,
    /// What ran.
    pub order: Vec<Step>,
}

/// An uncaught exception or an unhandled rejection.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct UncaughtError {
    /// What it is: `exception`.
    pub kind: String,
    /// The first line of its description.
    pub headline: String,
    /// Where it occurred: `app.js:3:7`.
    pub location: Option<String>,
    /// The lines below the first one.
    pub details: Vec<String>,
}

/// A deviation from the usual order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Deviation {
    /// The deviation as schedules have it.
    pub text: String,
    /// What it did, without a full stop.
    pub sentence: String,
    /// The level of orders that it needs.
    pub level: String,
    /// Why it is allowed.
    pub reasons: Vec<Reason>,
}

/// Why a deviation is allowed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Reason {
    /// What the standard allows.
    pub sentence: String,
    /// The section of the standard.
    pub section: String,
    /// The address of the section.
    pub address: String,
}

/// A schedule that did not give the same run twice.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Nondeterminism {
    /// The schedule.
    pub schedule: String,
    /// The position of the first work that differed, from 0; `None` if only the outcome differed.
    pub step: Option<usize>,
}

/// Describes work that ran.
#[must_use]
pub fn step(ran: &Ran) -> Step {
    let (_, worker) = WorkName::split_place(ran.work.name.place());
    Step {
        name: ran.work.name.to_string(),
        kind: sentence::kind(&ran.work),
        worker: worker.map(str::to_owned),
        at_ms: milliseconds(ran.at.elapsed()),
    }
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

/// Describes an outcome of a program in this file.
#[must_use]
pub fn outcome(found: &OutcomeReport, main_file: &Path) -> Outcome {
    let exit_code = match found.outcome.ending {
        Ending::Panicked => 101,
        // As `posttask run` would end.
        Ending::Killed => 134,
        _ if !found.outcome.errors.is_empty() => 1,
        Ending::Unfinished | Ending::Suspended => 13,
        Ending::TimedOut | Ending::NoProgress | Ending::Inconclusive => 124,
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
pub struct Settings<'a> {
    /// The program's file.
    pub main_file: &'a Path,
    /// A hash of the source text and the arguments of the program.
    pub source_hash: u64,
    /// The options for the host that the program runs as.
    pub host: String,
    /// The part of the exploration that this is.
    pub shard: Option<Shard>,
    /// What counts as a failure: `error` or `difference`.
    pub fail_on: &'static str,
    /// The virtual time after which a run ends.
    pub timeout: Duration,
    /// The number of runs; `None` if there is a time limit instead.
    pub planned_runs: Option<u64>,
    /// When orders may be left out that differ only in independent tasks: `auto`, `always` or `never`.
    pub reduce: &'static str,
    /// Adds to a schedule what stands around its places, so that it survives edits of the program.
    pub with_anchors: Box<dyn Fn(Schedule) -> Schedule + Sync + 'a>,
}

debug!(Settings<'_>, "main_file" = |settings| settings.main_file);

impl Settings<'_> {
    /// An outcome, with a schedule that survives edits of the program.
    fn outcome(&self, found: &OutcomeReport) -> Outcome {
        let schedule = (self.with_anchors)(found.schedule.clone());
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

impl Report {
    /// Describes what an exploration found.
    #[must_use]
    pub fn new(report: &exploration::Report, settings: &Settings<'_>) -> Self {
        let &Settings { main_file, source_hash, ref host, shard, fail_on, timeout, planned_runs, reduce, .. } =
            settings;
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
            reduce: reduce.to_owned(),
            orders: report.bounds.level.to_string(),
            ports: if report.bounds.separate_ports { "separate" } else { "shared" }.to_owned(),
            host: host.clone(),
            timer_lateness_ms: milliseconds(report.bounds.timer_lateness),
            task_cost_ms: milliseconds(report.bounds.task_cost),
            shards: shard.map(|shard| shard.to_string()).into_iter().collect(),
            runs: report.runs,
            distinct_orders: report.orders.len(),
            complete: report.is_complete,
            reduced: report.is_reduced,
            bounded: report.is_bounded,
            obstacle: report.obstacle.as_ref().map(|it| Obstacle { what: it.what.clone(), place: it.place.clone() }),
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
    #[must_use]
    pub fn finish(mut self) -> Self {
        if self.position.is_none() && self.shards.is_empty() {
            self.order_hashes.clear();
        }
        self
    }

    /// Parses the text of a report.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not a report of this version.
    pub fn parse(text: &str, path: &Path) -> Result<Self, ReportError> {
        let format = |source| ReportError::Format { path: path.into(), source };
        let Versioned { version: found } = serde_json::from_str(text).map_err(format)?;
        if found != VERSION {
            return Err(ReportError::Version { path: path.into(), found });
        }
        serde_json::from_str(text).map_err(format)
    }
}
