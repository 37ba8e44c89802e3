//! The command-line arguments.

use std::ffi::OsString;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use posttask::RuntimeBuilder;
use posttask::event_loop::{Quirk, Quirks};
use posttask::exploration::{Level, Schedule, Shard, StrategyKind};
use posttask::profiles::Profile;
use posttask_front_end::bounded_file;

use crate::coverage_options::CoverageOptions;
use crate::duration::duration;
use crate::network::NetworkOptions;
use crate::output_files::{Input, Output};
use crate::page::{InputOptions, PageOptions};
use crate::stats_output::StatsOutput;
use crate::testing::NamePattern;
use crate::testing::reporters::{ReporterKind, UnknownReporter};
use crate::trace::WarnOptions;
use crate::wpt::Global;

/// The output of `--version`. The version of the engine determines which language features a program can use.
pub(super) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (Boa 0.22.0)");

/// JavaScript with Prioritized Task Scheduling, outside the browser.
///
/// Without a command, starts a prompt if standard input is a terminal, and otherwise runs standard input as a program.
#[derive(Debug, Parser)]
#[command(name = "posttask", version = VERSION, about, max_term_width = 100, after_help = EXAMPLES)]
#[command(override_usage = "posttask [OPTIONS] [COMMAND]\n       posttask [OPTIONS] FILE [ARGS]...")]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) command: Option<Command>,

    /// When to use colours; `auto` means on a terminal, unless `NO_COLOR` is set
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    pub(super) color: ColorChoice,
}

/// The command line of one command alone. Defining all commands takes twenty times as long as parsing.
#[derive(Debug, Parser)]
#[command(name = "posttask")]
struct Only<C: Subcommand> {
    #[command(subcommand)]
    command: C,

    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t)]
    color: ColorChoice,
}

#[derive(Debug, Subcommand)]
enum OnlyRun {
    Run(Run),
}

#[derive(Debug, Subcommand)]
enum OnlyTest {
    Test(Box<Test>),
}

impl Arguments {
    /// Parses the arguments of the process. The first is its name.
    ///
    /// # Errors
    ///
    /// Returns an error for invalid arguments, and for a request of help or of the version.
    pub(super) fn parse_all(arguments: Vec<OsString>) -> Result<Self, clap::Error> {
        let parsed = match arguments.get(1) {
            Some(command) if command == "run" => Only::try_parse_from(&arguments).ok().map(|only| {
                let Only { command: OnlyRun::Run(run), color } = only;
                (Command::Run(run), color)
            }),
            Some(command) if command == "test" => Only::try_parse_from(&arguments).ok().map(|only| {
                let Only { command: OnlyTest::Test(test), color } = only;
                (Command::Test(test), color)
            }),
            _ => None,
        };
        if let Some((command, color)) = parsed {
            return Ok(Self { command: Some(command), color });
        }
        // An error lists all commands.
        Self::try_parse_from(arguments)
    }
}

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum ColorChoice {
    #[default]
    Auto,
    Always,
    Never,
}

/// The largest number of threads or processes: systems refuse to start many more.
const MOST_JOBS: i64 = 1024;

const EXAMPLES: &str = "\
Examples:
  posttask app.js                           run a program until nothing is left to do
  posttask run --watch app.ts               run it again whenever one of its files changes
  posttask run --virtual-time app.js        the same, without waiting for timers
  posttask run --timeout 10s app.mjs a b    stop after ten seconds; scriptArgs contains a and b
  posttask run -p 'await scheduler.postTask(() => 42)'
                                            print a value
  posttask explore app.js                   find the orders in which a program fails
  posttask run --order '4:1<6:3' app.js     run a program in one of them again
  posttask test                             run tests that use node:test, in virtual time
  posttask repl                             start a prompt whose event loop keeps running
  posttask wpt                              run the tests in wpt-subset
  posttask wpt --root ~/wpt scheduler       run a folder of a web-platform-tests checkout";

const EXPLORE_NOTES: &str = "\
Options come before FILE; what follows it are arguments of the program.

Exit codes: 0 if no order fails, 1 if one does, 2 for invalid arguments, 130, 143 or 129 after
Ctrl-C, SIGTERM or SIGHUP.

Examples:
  posttask explore app.js                       find the orders in which a program fails
  posttask explore --orders standard app.js     also orders that ignore the recommended priorities
  posttask explore --fail-on difference app.js  also orders in which the output differs
  posttask explore --for 5m --report r.json app.js";

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    Run(Run),
    Explore(Explore),
    Test(Box<Test>),
    Repl(Repl),
    Wpt(Wpt),
    Completions(Completions),
    Man(Man),
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
pub(super) struct Completions {
    /// The shell to generate the script for
    pub(super) shell: clap_complete::Shell,
}

/// Print a page for the program man
#[derive(Debug, Args)]
pub(super) struct Man {
    /// The command that the page is about, such as test (default: posttask itself)
    pub(super) command: Option<String>,
}

/// Run a program: JavaScript or TypeScript, a script or a module
#[derive(Debug, Default, Args)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(super) struct Run {
    /// The file to run, or - for standard input, followed by arguments for the program (the global array scriptArgs)
    #[arg(
        value_name = "FILE|ARGS",
        trailing_var_arg = true,
        required_unless_present_any = ["eval", "print"]
    )]
    pub(super) operands: Vec<String>,

    /// Run CODE instead of a file
    #[arg(short, long, value_name = "CODE", conflicts_with = "print", allow_hyphen_values = true)]
    pub(super) eval: Option<String>,

    /// Run CODE and print the value of its last statement, awaited if it is a promise
    #[arg(short, long, value_name = "CODE", allow_hyphen_values = true)]
    pub(super) print: Option<String>,

    /// Use virtual time, which jumps to the next timer instead of waiting; starts at 2000-01-01T00:00:00Z
    #[arg(long)]
    pub(super) virtual_time: bool,

    /// Make Math.random and crypto return values that follow from this seed (default with --virtual-time: 0)
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// Run in this order, which posttask explore has printed; implies --virtual-time
    #[arg(long, value_name = "SCHEDULE", conflicts_with = "order_file")]
    pub(super) order: Option<Schedule>,

    /// Run in the order that this file contains
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(super) order_file: Option<PathBuf>,

    #[command(flatten)]
    pub(super) sources: Sources,

    #[command(flatten)]
    pub(super) host: Host,

    #[command(flatten)]
    pub(super) network: NetworkOptions,

    #[command(flatten)]
    pub(super) observation: Observation,

    /// Report tasks of over 50 ms to performance observers, as entries of the type longtask
    #[arg(long)]
    pub(super) long_tasks: bool,

    #[command(flatten)]
    pub(super) page: PageOptions,

    #[command(flatten)]
    pub(super) input: InputOptions,

    /// Run under virtual time as each of these hosts, such as chromium,firefox, and explain how the outputs differ
    #[arg(
        long,
        value_name = "HOSTS",
        value_delimiter = ',',
        value_parser = named(Profile::ALL, Profile::name),
        conflicts_with_all = ["profile", "order", "order_file", "print", "trace", "stats", "timeline", "warn"]
    )]
    pub(super) compare: Vec<Profile>,

    /// Run the program again whenever one of its files changes
    #[arg(long, conflicts_with_all = ["eval", "print", "compare"])]
    pub(super) watch: bool,

    /// Stop with exit code 124 after this time, such as 500ms, 10s or 2m (virtual time with --virtual-time)
    #[arg(long, value_name = "DURATION", value_parser = duration)]
    pub(super) timeout: Option<Duration>,

    /// Whether an unhandled rejection sets exit code 1 (`error`) or is only reported (`warn`)
    #[arg(long, value_name = "MODE", value_enum, default_value_t)]
    pub(super) unhandled_rejections: UnhandledRejections,

    /// Define the global testHost, for the tests of posttask itself
    #[arg(long, hide = true)]
    pub(super) test_host: bool,
}

/// How the files of a program are found.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Sources {
    /// Use these conditions for the exports of packages, before posttask, import, require and default
    #[arg(short = 'C', long, value_name = "NAMES", value_delimiter = ',')]
    pub(super) conditions: Vec<String>,

    /// Use this import map
    #[arg(long, value_name = "FILE")]
    pub(super) import_map: Option<PathBuf>,

    /// Only load modules from this folder, symbolic links resolved
    #[arg(long, value_name = "DIR")]
    pub(super) root: Option<PathBuf>,

    /// Let programs write files in this folder, with node:fs
    #[arg(long, value_name = "DIR")]
    pub(super) allow_write: Option<PathBuf>,

    /// Make it a program for Node: with the globals process, Buffer, global and setImmediate. Programs that import a
    /// module of Node have them anyway
    #[arg(long)]
    pub(super) node: bool,

    /// Refuse source files that are larger than this number of mebibytes (default: 64)
    #[arg(long, value_name = "MIB")]
    pub(super) max_source: Option<u32>,
}

/// What is recorded while a program runs.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Observation {
    /// Write a trace for Chrome's Performance panel and for Perfetto; compressed if FILE ends with .gz
    #[arg(long, value_name = "FILE")]
    pub(super) trace: Option<PathBuf>,

    /// Print how long work has waited and run to standard error, or write it to a file: text or json, or json:FILE
    #[arg(
        long,
        value_name = "FORMAT[:FILE]",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "text"
    )]
    pub(super) stats: Option<StatsOutput>,

    /// Warn about problems of scheduling, such as starvation or long-task=100ms (default with test: all), and about
    /// faults of the engine (always, unless turned off with -engine or none); docs/diagnostics.md lists them
    #[arg(
        long,
        value_name = "LIST",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "all"
    )]
    pub(super) warn: Option<WarnOptions>,

    /// Write a page that shows what ran when
    #[arg(long, value_name = "FILE")]
    pub(super) timeline: Option<PathBuf>,
}

impl Sources {
    /// The size of the largest source file, in bytes.
    pub(super) fn max_source(&self) -> u64 {
        self.max_source.map_or(bounded_file::LARGEST_SOURCE, |mebibytes| u64::from(mebibytes) << 20)
    }

    /// The files that are read besides the program.
    pub(super) fn files(&self) -> Vec<Input<'_>> {
        self.import_map.as_deref().map(|path| ("the import map", path)).into_iter().collect()
    }
}

impl Observation {
    /// Whether files are written or statistics are printed.
    pub(super) fn writes_output(&self) -> bool {
        self.trace.is_some() || self.stats.is_some() || self.timeline.is_some()
    }

    /// The files that are written, with their options.
    pub(super) fn files(&self) -> Vec<Output<'_>> {
        let stats = self.stats.as_ref().and_then(StatsOutput::file);
        let files = [("--trace", self.trace.as_deref()), ("--stats", stats), ("--timeline", self.timeline.as_deref())];
        files.into_iter().filter_map(|(option, file)| Some((option, file?))).collect()
    }

    /// Tells a runtime whether faults of the engine are reported.
    pub(super) fn configure(&self, builder: RuntimeBuilder) -> RuntimeBuilder {
        let are_reported = self.warn.as_ref().is_none_or(WarnOptions::reports_engine_faults);
        if are_reported { builder } else { builder.ignore_engine_faults() }
    }

    /// Whether nothing is recorded.
    pub(super) fn is_empty(&self) -> bool {
        !self.writes_output() && self.warn.as_ref().is_none_or(WarnOptions::is_none)
    }
}

/// The host that a program runs as.
#[derive(Clone, Debug, Default, Args)]
pub(super) struct Host {
    /// Run as this host does: chromium, firefox, polyfill (Google's scheduler-polyfill) or node
    #[arg(long = "as", value_name = "HOST", value_parser = named(Profile::ALL, Profile::name))]
    pub(super) profile: Option<Profile>,

    /// Depart from the standards in this way; docs/profiles.md lists the ids
    #[arg(long, value_name = "ID", hide_possible_values = true, value_parser = named(Quirk::ALL, Quirk::id))]
    pub(super) with: Vec<Quirk>,

    /// With --as, do not depart from the standards in this way
    #[arg(long, value_name = "ID", hide_possible_values = true, value_parser = named(Quirk::ALL, Quirk::id))]
    pub(super) without: Vec<Quirk>,
}

impl Host {
    /// Returns the quirks that the options select.
    pub(super) fn quirks(&self) -> Quirks {
        let all = self.profile.map(Profile::quirks).unwrap_or_default();
        let all = self.with.iter().fold(all, |all, &quirk| all.with(quirk));
        self.without.iter().fold(all, |all, &quirk| all.without(quirk))
    }

    /// Returns the options as on a command line, each with a space after it.
    pub(super) fn options(&self) -> String {
        let profile = self.profile.map(|profile| format!("--as {} ", profile.name()));
        let with = self.with.iter().map(|quirk| format!("--with {} ", quirk.id()));
        let without = self.without.iter().map(|quirk| format!("--without {} ", quirk.id()));
        profile.into_iter().chain(with).chain(without).collect()
    }
}

/// The effect of an unhandled rejection on the exit code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum UnhandledRejections {
    Warn,
    #[default]
    Error,
}

/// Run a program in the orders that the standards allow, and find those in which it fails
#[derive(Debug, Args)]
#[command(after_help = EXPLORE_NOTES)]
pub(super) struct Explore {
    /// The file to run, or - for standard input, followed by arguments for the program (the global array scriptArgs)
    #[arg(value_name = "FILE|ARGS", trailing_var_arg = true, required_unless_present_any = ["eval", "merge"])]
    pub(super) operands: Vec<String>,

    /// Explore CODE instead of a file
    #[arg(short, long, value_name = "CODE", allow_hyphen_values = true)]
    pub(super) eval: Option<String>,

    /// The number of runs (default: 1000)
    #[arg(
        long,
        value_name = "N",
        conflicts_with = "duration",
        value_parser = clap::value_parser!(u64).range(1..u64::MAX)
    )]
    pub(super) runs: Option<u64>,

    /// Explore for this time, such as 30s or 5m, instead of a number of runs
    #[arg(long = "for", value_name = "DURATION", value_parser = duration)]
    pub(super) duration: Option<Duration>,

    /// Which orders: `intent` keeps the recommended priorities, `standard` is the letter of the standards
    #[arg(long, value_name = "LEVEL", value_parser = named(&Level::ALL, Level::as_str), default_value = "intent")]
    pub(super) orders: Level,

    /// Whether ports that have never been transferred are `separate` task sources or a `shared` one, as in HTML
    /// (default: separate, but shared with --orders standard)
    #[arg(long, value_name = "QUEUES")]
    pub(super) ports: Option<Ports>,

    /// How to choose the orders
    #[arg(
        long,
        value_name = "NAME",
        value_parser = named(&StrategyKind::ALL, StrategyKind::as_str),
        default_value = "portfolio"
    )]
    pub(super) strategy: StrategyKind,

    /// The seed of the strategies and of Math.random
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) seed: u64,

    /// The number of threads (default: the number of cores)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    pub(super) jobs: Option<u16>,

    /// What counts as a failure: an `error`, or also any `difference` between two outcomes
    #[arg(long, value_name = "WHAT", value_enum, default_value_t)]
    pub(super) fail_on: FailOn,

    /// How late a timer may be
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "16ms")]
    pub(super) timer_lateness: Duration,

    /// How long a task may take
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "100ms")]
    pub(super) task_cost: Duration,

    #[command(flatten)]
    pub(super) sources: Sources,

    #[command(flatten)]
    pub(super) host: Host,

    #[command(flatten)]
    pub(super) network: NetworkOptions,

    #[command(flatten)]
    pub(super) page: PageOptions,

    #[command(flatten)]
    pub(super) input: InputOptions,

    /// Stop each run after this virtual time
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "1m")]
    pub(super) timeout: Duration,

    #[command(flatten)]
    pub(super) observation: Observation,

    /// Explore only part I of N, for several machines
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,

    /// Write what was found to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,

    /// Continue an exploration that was ended: add the runs that are missing in the --report file
    #[arg(long, requires = "report", conflicts_with = "merge")]
    pub(super) resume: bool,

    /// Combine the reports of several parts instead of running anything
    #[arg(
        long,
        value_name = "REPORT",
        num_args = 1..,
        conflicts_with_all = [
            "operands", "eval", "shard", "runs", "duration", "orders", "ports", "strategy", "seed", "jobs",
            "timer_lateness", "task_cost", "timeout",
        ]
    )]
    pub(super) merge: Vec<PathBuf>,
}

const TEST_NOTES: &str = "\
Without arguments, runs all files named *.test.js, *_test.js and *-test.js, and those in folders named test, below the
current folder. The same with mjs, cjs, jsx, ts, mts, cts and tsx.

Exit codes: 0 if all tests pass, 1 if one fails, 2 for invalid arguments or if there are no tests, 130, 143 or 129 after
Ctrl-C, SIGTERM or SIGHUP.

Examples:
  posttask test                                   run all tests below this folder
  posttask test --watch cart.test.ts              run them again whenever a file that they use changes
  posttask test -t 'cart > adds' --explore 200    run one test in 200 orders
  posttask test --reporter spec --reporter junit:report.xml";

/// Run tests that use node:test and node:assert, in virtual time
#[derive(Clone, Debug, Args)]
#[command(after_help = TEST_NOTES)]
#[expect(clippy::struct_excessive_bools, reason = "flags of the command line")]
pub(super) struct Test {
    /// Files, folders or patterns such as 'src/**/*.test.js'
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<String>,

    /// Run only tests whose name, with those of their suites, contains TEXT, or matches a regular expression: /RE/i
    #[arg(short = 't', long = "name", value_name = "TEXT")]
    pub(super) names: Vec<NamePattern>,

    /// Do not run tests whose name contains TEXT, or matches a regular expression
    #[arg(long, value_name = "TEXT")]
    pub(super) skip: Vec<NamePattern>,

    /// Run only tests with the option `only`
    #[arg(long)]
    pub(super) only: bool,

    /// Start no more tests after N have failed (default: 1)
    #[arg(
        long,
        value_name = "N",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "1",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(super) bail: Option<u64>,

    /// Run each test in up to N orders that the standards allow
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) explore: Option<u64>,

    /// Which orders: `intent` keeps the recommended priorities, `standard` is the letter of the standards
    #[arg(long, value_name = "LEVEL", value_parser = named(&Level::ALL, Level::as_str))]
    pub(super) orders: Option<Level>,

    /// Run the tests in this order, which a failing test has printed
    #[arg(long, value_name = "SCHEDULE", conflicts_with_all = ["explore", "real_time", "flaky"])]
    pub(super) order: Option<Schedule>,

    /// Run the tests whose name contains TEXT in many orders (1000, or --explore N) until one fails, and say which
    #[arg(long, value_name = "TEXT", conflicts_with = "names")]
    pub(super) flaky: Option<NamePattern>,

    /// The seed of Math.random, --randomize and --explore
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// Run the tests of each file and suite in a random order
    #[arg(long)]
    pub(super) randomize: bool,

    /// Run only part I of N of the files, for several machines
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,

    /// Run only the tests that failed last time, which FILE lists; write those that fail now to FILE
    #[arg(long, value_name = "FILE")]
    pub(super) rerun_failures: Option<PathBuf>,

    /// Run again whenever a file that the tests use changes: the tests that depend on it. A key chooses others
    #[arg(long)]
    pub(super) watch: bool,

    /// Run only the files that import, directly or not, what differs from COMMIT in git (default: HEAD)
    #[arg(
        long,
        value_name = "COMMIT",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "HEAD"
    )]
    pub(super) changed: Option<String>,

    /// How to show the results: spec, dot, tap, junit, github-actions or json, to a file with NAME:FILE; may be
    /// repeated
    #[arg(long = "reporter", value_name = "NAME[:FILE]")]
    pub(super) reporters: Vec<Destination>,

    /// Show also what tests print that pass, and why tests fail that may fail
    #[arg(short, long)]
    pub(super) verbose: bool,

    /// List the N tests that took the longest real time
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) slowest: usize,

    /// The number of files to run at the same time (default: the number of cores)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    pub(super) jobs: Option<u16>,

    /// Use real time; timers wait
    #[arg(long, conflicts_with_all = ["explore", "flaky"])]
    pub(super) real_time: bool,

    /// How long a test may take by its clock, unless it has the option `timeout`
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "1h")]
    pub(super) timeout: Duration,

    /// How long a test may take in real time
    #[arg(long, value_name = "DURATION", value_parser = duration, default_value = "30s")]
    pub(super) wall_timeout: Duration,

    /// Make the functions of a test runner global: vitest, jest or mocha (default: the one that package.json names)
    #[arg(long, value_name = "RUNNER", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    pub(super) globals: Option<GlobalsOption>,

    /// Write snapshots that differ, and remove those that no test has
    #[arg(short, long)]
    pub(super) update: bool,

    /// What happens if a test leaves timers, tasks or ports: error, warn or ignore (default: error in other orders than
    /// the usual one, and else a warning with their number)
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(super) leftovers: Option<LeftoversOption>,

    #[command(flatten)]
    pub(super) observation: Observation,

    #[command(flatten)]
    pub(super) sources: Sources,

    #[command(flatten)]
    pub(super) host: Host,

    #[command(flatten)]
    pub(super) network: NetworkOptions,

    #[command(flatten)]
    pub(super) page: PageOptions,

    #[command(flatten)]
    pub(super) coverage: CoverageOptions,
}

/// The values of `--globals`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Globals {
    Vitest,
    Jest,
    Mocha,
}

impl Globals {
    /// The name of the runner.
    pub(super) const fn as_str(self) -> &'static str {
        match self {
            Self::Vitest => "vitest",
            Self::Jest => "jest",
            Self::Mocha => "mocha",
        }
    }
}

/// The value of `--globals`: a runner, or the one that `package.json` names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct GlobalsOption(pub(super) Option<Globals>);

impl FromStr for GlobalsOption {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text.is_empty() { Ok(Self(None)) } else { Globals::from_str(text, false).map(|it| Self(Some(it))) }
    }
}

/// The values of `--leftovers`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum LeftoversOption {
    #[value(alias = "fail")]
    Error,
    Warn,
    Ignore,
}

/// A reporter, and the file that it writes. Without a file, it writes to standard output.
#[derive(Clone, Debug)]
pub(super) struct Destination {
    pub(super) reporter: ReporterKind,
    pub(super) file: Option<PathBuf>,
}

impl FromStr for Destination {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, file) = text.split_once(':').map_or((text, None), |(name, file)| (name, Some(PathBuf::from(file))));
        let reporter = name.parse().map_err(|error: UnknownReporter| error.to_string())?;
        Ok(Self { reporter, file })
    }
}

/// What counts as a failure of an exploration.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(super) enum FailOn {
    #[default]
    Error,
    Difference,
}

/// The queues of ports that have never been transferred.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Ports {
    Separate,
    Shared,
}

/// A parser for the values of a list, by their names.
fn named<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    name: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(all.iter().map(|&value| name(value)))
        .map(move |chosen| all.iter().copied().find(|&value| name(value) == chosen).unwrap_or(all[0]))
}

/// Start a prompt whose event loop keeps running while it waits for input
#[derive(Debug, Default, Args)]
pub(super) struct Repl {
    /// Run this file first
    #[arg(short = 'i', long = "init", value_name = "FILE")]
    pub(super) init: Option<PathBuf>,

    #[command(flatten)]
    pub(super) sources: Sources,

    #[command(flatten)]
    pub(super) network: NetworkOptions,

    #[command(flatten)]
    pub(super) page: PageOptions,

    /// Use virtual time, which stands still until .advance or .run; starts at 2000-01-01T00:00:00Z
    #[arg(long)]
    pub(super) virtual_time: bool,
}

/// Run web-platform-tests: posttask's own subset, or any checkout
#[derive(Debug, Args)]
pub(super) struct Wpt {
    /// Files, folders or test ids below the root (default: all tests)
    #[arg(value_name = "PATH")]
    pub(super) paths: Vec<String>,

    /// The root folder: a checkout of web-platform-tests, or a folder with the same layout
    #[arg(long, value_name = "DIR", default_value = "wpt-subset")]
    pub(super) root: PathBuf,

    /// Global objects to run the tests on: window, dedicatedworker (default: both)
    #[arg(long, value_name = "GLOBALS", value_delimiter = ',', value_parser = clap::value_parser!(Global))]
    pub(super) globals: Vec<Global>,

    /// JSON file of known failures; without it, all tests are expected to pass
    #[arg(long, value_name = "FILE")]
    pub(super) expectations: Option<PathBuf>,

    /// Write the results of this run to the expectations file
    #[arg(long, requires = "expectations")]
    pub(super) update: bool,

    /// Write the results to this file, in the format of wptreport.json
    #[arg(long, value_name = "FILE")]
    pub(super) report: Option<PathBuf>,

    /// Continue a run that was ended: leave out the tests whose results are in the --report file
    #[arg(long, requires = "report", conflicts_with_all = ["repeat", "merge"])]
    pub(super) resume: bool,

    /// Run only part I of N
    #[arg(long, value_name = "I/N")]
    pub(super) shard: Option<Shard>,

    /// Number of tests to run in parallel (default: the number of cores)
    #[arg(short, long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_JOBS))]
    pub(super) jobs: Option<u16>,

    /// Multiply all timeouts by X
    #[arg(long, value_name = "X", default_value_t = 1.0, value_parser = positive)]
    pub(super) timeout_multiplier: f64,

    /// Run the tests in a random order, with this seed
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,

    /// Run all tests N times; any unexpected result fails the run
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) repeat: u32,

    /// List the tests without running them, with the reasons why others are omitted or disabled
    #[arg(long)]
    pub(super) list: bool,

    /// Merge the reports of shards into one, written to the --report file
    #[arg(
        long,
        value_name = "REPORT",
        num_args = 1..,
        requires = "report",
        conflicts_with_all = ["list", "seed", "repeat"]
    )]
    pub(super) merge: Vec<PathBuf>,
}

/// The first argument of a process that the test runner starts. It is not a subcommand, because completion scripts list
/// even hidden subcommands.
pub(super) const WPT_FILE: &str = "wpt-file";

/// Run one test and print its result as JSON
#[derive(Debug, Parser)]
#[command(name = WPT_FILE)]
pub(super) struct WptFile {
    /// The root folder
    pub(super) root: PathBuf,
    /// The test, as JSON
    pub(super) test: String,
    /// The timeout in milliseconds
    pub(super) timeout: u64,
    /// End when standard input ends
    #[arg(long)]
    pub(super) end_with_input: bool,
}

/// Timeouts are at most a minute, so that this is longer than anybody waits.
const MAX_MULTIPLIER: f64 = 1e6;

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if number > 0.0 && number <= MAX_MULTIPLIER => Ok(number),
        _ => Err(format!("not a number greater than zero, and at most {MAX_MULTIPLIER}")),
    }
}

#[cfg(test)]
mod tests {
    use clap::{CommandFactory, ValueEnum};

    use super::{Arguments, VERSION, WPT_FILE};

    #[test]
    fn multipliers_of_timeouts_have_a_limit() {
        assert_eq!(super::positive("1.5"), Ok(1.5));
        assert!(["0", "-1", "NaN", "inf", "1e300"].iter().all(|text| super::positive(text).is_err()));
    }

    #[test]
    fn the_command_line_definition_is_valid() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn completion_scripts_omit_hidden_commands() {
        for shell in clap_complete::Shell::value_variants() {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Arguments::command(), "posttask", &mut script);
            let script = String::from_utf8(script).unwrap();
            assert!(script.contains("wpt") && !script.contains(WPT_FILE), "{shell}");
        }
    }

    #[test]
    fn the_version_names_the_engine_version_in_use() {
        let lock = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.lock"));
        let (_, engine) = lock.split_once("name = \"boa_engine\"\nversion = \"").unwrap();
        let (engine, _) = engine.split_once('"').unwrap();
        assert_eq!(VERSION, format!("{} (Boa {engine})", env!("CARGO_PKG_VERSION")));
    }
}
