//! The arguments of `posttask explore`.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};
use posttask::exploration::{Level, Shard, StrategyKind};

use super::corpus::CorpusOptions;
use super::host::Host;
use super::jobs::MOST_JOBS;
use super::load_once::LoadOnce;
use super::named::named;
use super::observation::Observation;
use super::reduce::Reduce;
use super::sources::Sources;
use super::surroundings::Surroundings;
use crate::duration::duration;
use crate::page::InputOptions;

const NOTES: &str = "\
Options come before FILE; everything after it is an argument of the program.

Exit codes: 0 if no order fails, 1 if one does, 2 for invalid arguments, 3 if an order of the
corpus does not fit the program, 130, 143 or 129 after Ctrl-C, SIGTERM or SIGHUP.

Examples:
  posttask explore app.js                       find the orders in which a program fails
  posttask explore --orders standard app.js     also try orders that ignore the recommended
                                                priorities
  posttask explore --fail-on difference app.js  also find orders in which the output differs
  posttask explore --like 'TypeError: x' app.js find an order that fails as it did elsewhere
  posttask explore --for 5m --report r.json app.js";

/// Run a program in the orders that the standards allow, and find those in which it fails
#[derive(Debug, Args)]
#[command(after_help = NOTES)]
pub(crate) struct Explore {
    /// The file to run, or - for standard input, and the program's arguments (the global array scriptArgs)
    #[arg(value_name = "FILE|ARGS", trailing_var_arg = true, required_unless_present_any = ["eval", "merge"])]
    pub(crate) operands: Vec<String>,

    /// Explore CODE instead of a file
    #[arg(
        short,
        long,
        value_name = "CODE",
        allow_hyphen_values = true,
        conflicts_with_all = ["corpus", "only_corpus", "prune_corpus"]
    )]
    pub(crate) eval: Option<String>,

    /// The number of runs (default: 1000)
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "duration",
        value_parser = clap::value_parser!(u64).range(1..u64::MAX)
    )]
    pub(crate) runs: Option<u64>,

    /// Explore for this long, such as 30s or 5m, instead of for a number of runs
    #[arg(long = "for", value_name = "DURATION", value_parser = duration)]
    pub(crate) duration: Option<Duration>,

    /// Which orders to try: `intent` follows the recommended priorities, `standard` is all that the standards allow
    #[arg(long, value_name = "LEVEL", value_parser = named(&Level::ALL, Level::as_str), default_value = "intent")]
    pub(crate) orders: Level,

    /// Whether ports that have never been transferred are `separate` task sources or a `shared` one, as in HTML
    /// (default: separate, but shared with --orders standard)
    #[arg(long, value_name = "QUEUES")]
    pub(crate) ports: Option<Ports>,

    /// How to choose orders
    #[arg(
        long,
        value_name = "NAME",
        value_parser = named(&StrategyKind::ALL, StrategyKind::as_str),
        default_value = "portfolio"
    )]
    pub(crate) strategy: StrategyKind,

    /// When to leave out orders that differ only in independent tasks: if there seem to be too many orders to run all,
    /// always if the program is simple enough to tell, or never
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) reduce: Reduce,

    /// The seed of the strategies and of Math.random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,

    /// The number of threads (default: the number of cores)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    pub(crate) jobs: Option<u16>,

    /// When to load the program only once, in other processes that run the orders: if that is faster, always if it is
    /// possible, or never (Unix only)
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) load_once: LoadOnce,

    /// What counts as a failure: only an `error`, or also a `difference` between outcomes
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    pub(crate) fail_on: FailOn,

    /// Look for a failure that contains this message, or these lines of a stack, and end when it is found
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["merge", "resume", "shard"])]
    pub(crate) like: Option<String>,

    /// The maximum lateness of a timer
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "16ms")]
    pub(crate) timer_lateness: Duration,

    /// The maximum duration of a task
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "100ms")]
    pub(crate) task_cost: Duration,

    /// Stop each run after this much virtual time
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "1m")]
    pub(crate) timeout: Duration,

    /// Explore only part I of N, to divide the work among machines
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,

    /// Write the results to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) report: Option<PathBuf>,

    /// Continue an interrupted exploration: perform the runs that are missing from the --report file
    #[arg(long, requires = "report", conflicts_with = "merge")]
    pub(crate) resume: bool,

    #[command(flatten)]
    pub(crate) corpus: CorpusOptions,

    /// Do not show how many runs there were so far
    #[arg(long)]
    pub(crate) no_progress: bool,

    /// Combine the reports of several parts instead of running the program
    #[arg(
        long,
        value_name = "REPORT",
        num_args = 1..,
        conflicts_with_all = [
            "operands", "eval", "shard", "runs", "duration", "orders", "ports", "strategy", "seed", "jobs",
            "timer_lateness", "task_cost", "timeout", "corpus", "only_corpus", "prune_corpus", "reduce",
        ]
    )]
    pub(crate) merge: Vec<PathBuf>,

    #[command(flatten)]
    pub(crate) sources: Sources,

    #[command(flatten)]
    pub(crate) host: Host,

    #[command(flatten)]
    pub(crate) surroundings: Surroundings,

    #[command(flatten)]
    pub(crate) input: InputOptions,

    #[command(flatten)]
    pub(crate) observation: Observation,
}

/// What counts as a failure of an exploration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum FailOn {
    #[default]
    Error,
    Difference,
}

/// The queues of ports that have never been transferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ports {
    Separate,
    Shared,
}
