//! The arguments of `posttask test`.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::{Args, ValueEnum};
use posttask::exploration::{Level, Schedule, Shard};

use super::corpus::CorpusOptions;
use super::host::Host;
use super::jobs::MOST_JOBS;
use super::load_once::LoadOnce;
use super::named::named;
use super::observation::Observation;
use super::reduce::Reduce;
use super::sources::Sources;
use super::surroundings::Surroundings;
use crate::coverage_options::CoverageOptions;
use crate::duration::duration;
use crate::order::parse_order;
use crate::testing::NamePattern;
use crate::testing::reporters::{ReporterKind, UnknownReporter};

const NOTES: &str = "\
Without arguments, runs all files below the current folder that are named *.test.js, *_test.js or
*-test.js, or are in a folder named test. The extensions mjs, cjs, jsx, ts, mts, cts and tsx work the same way.

Exit codes: 0 if all tests pass, 1 if one fails, 2 for invalid arguments or if there are no tests,
130, 143 or 129 after Ctrl-C, SIGTERM or SIGHUP.

Examples:
  posttask test                                   run all tests below this folder
  posttask test --watch cart.test.ts              rerun tests whenever a file they use changes
  posttask test -t 'cart > adds' --explore 200    run one test in 200 orders
  posttask test --reporter spec --reporter junit:report.xml";

/// Run tests for node:test, Vitest, Jest or Mocha, in virtual time
#[derive(Clone, Debug, Args)]
#[command(after_help = NOTES)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(crate) struct Test {
    /// Files, folders or patterns such as 'src/**/*.test.js'
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,

    /// Run only tests whose full name (with its suites) contains TEXT, or matches a regular expression: /RE/i
    #[arg(short = 't', long = "name", value_name = "TEXT")]
    pub(crate) names: Vec<NamePattern>,

    /// Skip tests whose full name contains TEXT, or matches a regular expression
    #[arg(long, value_name = "TEXT")]
    pub(crate) skip: Vec<NamePattern>,

    /// Run only the project NAME of a configuration that consists of several; `*` stands for any text, and
    /// `!NAME` leaves a project out; may be repeated
    #[arg(long = "project", value_name = "NAME")]
    pub(crate) projects: Vec<String>,

    /// Run only tests with the option `only`
    #[arg(long)]
    pub(crate) only: bool,

    /// Stop starting tests after N failures (default: 1)
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(crate) bail: Option<u64>,

    /// Run each test in up to N orders that the standards allow
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) explore: Option<u64>,

    /// When to load a test file only once for all orders of a test: if that is faster, always if it is possible, or
    /// never (Unix only)
    #[arg(long, value_name = "WHEN", value_enum, default_value_t)]
    pub(crate) load_once: LoadOnce,

    #[command(flatten)]
    pub(crate) corpus: CorpusOptions,

    /// Which orders to try: `intent` follows the recommended priorities, `standard` is all that the standards allow
    #[arg(long, value_name = "LEVEL", value_parser = named(&Level::ALL, Level::as_str))]
    pub(crate) orders: Option<Level>,

    /// When to leave out orders that differ only in independent tasks: if there seem to be too many orders to run all,
    /// always if a test is simple enough to tell, or never
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Reduce::Never)]
    pub(crate) reduce: Reduce,

    /// Run the tests in an order printed by a failing test
    #[arg(
        long,
        value_name = "SCHEDULE",
        value_parser = parse_order,
        conflicts_with_all = ["explore", "real_time", "flaky"]
    )]
    pub(crate) order: Option<Schedule>,

    /// Run the tests whose name contains TEXT in many orders (1000, or --explore N) until one fails, and report it
    #[arg(long, value_name = "TEXT", conflicts_with = "names")]
    pub(crate) flaky: Option<NamePattern>,

    /// Run the tests that failed in FILE, a JUnit report, in many orders until one fails in the same way
    #[arg(long, value_name = "FILE", conflicts_with_all = ["names", "flaky", "order", "real_time", "only_corpus"])]
    pub(crate) from_junit: Option<PathBuf>,

    /// The seed of Math.random, --randomize and --explore
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Run the tests of each file and suite in a random order
    #[arg(long)]
    pub(crate) randomize: bool,

    /// Run only part I of N of the files, to divide the work among machines
    #[arg(long, value_name = "I/N")]
    pub(crate) shard: Option<Shard>,

    /// Run only the tests that FILE lists as failed; write those that fail now to FILE
    #[arg(long, value_name = "FILE")]
    pub(crate) rerun_failures: Option<PathBuf>,

    /// Watch the files that the tests use, and rerun the tests that depend on a changed file. Keys choose other tests
    #[arg(long)]
    pub(crate) watch: bool,

    /// Run only the files that depend on files changed since COMMIT in git (default: HEAD)
    #[arg(
        long,
        value_name = "COMMIT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "HEAD"
    )]
    pub(crate) changed: Option<String>,

    /// The format of the results: spec, dot, tap, junit, github-actions or json; NAME:FILE writes a file; may be
    /// repeated
    #[arg(long = "reporter", value_name = "NAME[:FILE]")]
    pub(crate) reporters: Vec<Destination>,

    /// Also show the output of passing tests, and the errors of tests that are allowed to fail
    #[arg(short, long)]
    pub(crate) verbose: bool,

    /// List the N tests that took the longest real time
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) slowest: usize,

    /// The number of files to run at the same time (default: the number of cores)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    pub(crate) jobs: Option<u16>,

    /// Use real time: timers take their actual time
    #[arg(long, conflicts_with_all = ["explore", "flaky"])]
    pub(crate) real_time: bool,

    /// The maximum duration of a test on its clock, unless it has the option `timeout`
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "1h")]
    pub(crate) timeout: Duration,

    /// The maximum duration of a test in real time
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "30s")]
    pub(crate) wall_timeout: Duration,

    /// Make the functions of a test runner global: vitest, jest or mocha (default: the one that package.json names)
    #[arg(long, value_name = "RUNNER", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(crate) globals: Option<GlobalsOption>,

    /// Update snapshots that differ, and remove those that no test uses
    #[arg(short, long)]
    pub(crate) update: bool,

    /// What to do if a test leaves timers, tasks, ports or workers behind: error, warn or ignore (default: a warning
    /// with a count; in explored orders, an error)
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) leftovers: Option<LeftoversOption>,

    #[command(flatten)]
    pub(crate) observation: Observation,

    #[command(flatten)]
    pub(crate) sources: Sources,

    #[command(flatten)]
    pub(crate) host: Host,

    #[command(flatten)]
    pub(crate) surroundings: Surroundings,

    #[command(flatten)]
    pub(crate) coverage: CoverageOptions,
}

/// Another test runner with configurations. Those that define globals are the values of `--globals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum OtherRunner {
    Vitest,
    Jest,
    Mocha,
    #[value(skip)]
    Ava,
}

impl OtherRunner {
    /// The name of the runner.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            Self::Vitest => "vitest",
            Self::Jest => "jest",
            Self::Mocha => "mocha",
            Self::Ava => "ava",
        }
    }
}

/// The value of `--globals`: a runner, or the one that `package.json` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct GlobalsOption(pub(crate) Option<OtherRunner>);

impl FromStr for GlobalsOption {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() { Ok(Self(None)) } else { OtherRunner::from_str(text, false).map(|it| Self(Some(it))) }
    }
}

/// The values of `--leftovers`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeftoversOption {
    #[value(alias = "fail")]
    Error,
    Warn,
    Ignore,
}

/// A reporter, and the file that it writes. Without a file, it writes to standard output.
#[derive(Clone, Debug)]
pub(crate) struct Destination {
    pub(crate) reporter: ReporterKind,
    pub(crate) file: Option<PathBuf>,
}

impl FromStr for Destination {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, file) = text.split_once(':').map_or((text, None), |(name, file)| (name, Some(PathBuf::from(file))));
        let reporter = name.parse().map_err(|error: UnknownReporter| error.to_string())?;
        Ok(Self { reporter, file })
    }
}
