//! The fields of the JSON report. They keep their names and meaning as long as `version` is the same; fields may be
//! added. All fields are always there.

use posttask::event_loop::Location;
use serde::Serialize;

use crate::testing::report;
use crate::testing::report::{Directive, Durations, Ending, FileReport, TestReport};
use crate::testing::reporters::summary::{Stop, Summary};
use crate::testing::reporters::wording::milliseconds;

/// The version of the format.
const VERSION: u32 = 1;

/// A run of test files.
#[derive(Serialize)]
pub(super) struct Run<'a> {
    version: u32,
    /// The seed of the run, or `null`.
    seed: Option<u64>,
    /// Why not all tests ran: `interrupted`, `bailed`, or `null`.
    stopped: Option<&'static str>,
    /// Whether nothing failed and all tests ran.
    success: bool,
    counts: Counts,
    /// The sum of the durations of the files, on the clock that the tests see. Equal to `real_ms` in real time.
    clock_ms: f64,
    real_ms: f64,
    files: Vec<File<'a>>,
}

/// The number of tests by result. `tests` is the sum of the others except `suites`.
#[derive(Serialize)]
struct Counts {
    tests: usize,
    suites: usize,
    passed: usize,
    failed: usize,
    cancelled: usize,
    skipped: usize,
    todo: usize,
}

/// A test file.
#[derive(Serialize)]
struct File<'a> {
    path: &'a str,
    /// The name of the project that ran it, if the configuration consists of several.
    project: Option<&'a str>,
    clock_ms: f64,
    real_ms: f64,
    /// The errors that belong to no test.
    failures: Vec<Failure<'a>>,
    diagnostics: &'a [String],
    /// What was printed outside of tests.
    console: Vec<ConsoleLine<'a>>,
    /// The top-level tests and suites.
    tests: Vec<Test<'a>>,
}

/// A test or suite.
#[derive(Serialize)]
struct Test<'a> {
    name: &'a str,
    /// `test` or `suite`.
    kind: &'static str,
    /// Where it was declared, or `null`.
    location: Option<Place<'a>>,
    /// `passed`, `failed` or `cancelled`.
    ending: &'static str,
    /// `skip`, `todo` or `null`.
    directive: Option<&'static str>,
    /// The reason for the directive, or `null`.
    reason: Option<&'a str>,
    clock_ms: f64,
    real_ms: f64,
    failures: Vec<Failure<'a>>,
    diagnostics: &'a [String],
    console: Vec<ConsoleLine<'a>>,
    /// What an exploration of its orders found, or `null`.
    exploration: Option<Exploration>,
    /// The subtests, or the tests of a suite.
    tests: Vec<Test<'a>>,
}

/// A position in a source file. Lines and columns start at 1.
#[derive(Serialize)]
struct Place<'a> {
    file: &'a str,
    line: u32,
    column: u32,
}

/// Why a test failed.
#[derive(Serialize)]
struct Failure<'a> {
    /// `testCodeFailure`, `hookFailed`, `subtestsFailed`, `testTimeoutFailure`, `cancelledByParent`, `testAborted`,
    /// `uncaughtException`, `unhandledRejection` or `leftovers`.
    kind: &'static str,
    message: &'a str,
    /// The innermost position that is not in native code, or `null`.
    location: Option<Place<'a>>,
    /// Stack frames and causes.
    details: &'a [String],
    /// The values that an assertion compared, or `null`.
    compared: Option<Compared<'a>>,
    /// The order in which an explored test failed. The last line is the command that replays it.
    order: &'a [String],
}

/// The values that an assertion compared, as text.
#[derive(Serialize)]
struct Compared<'a> {
    expected: &'a str,
    actual: &'a str,
    operator: &'a str,
}

/// A line that was printed.
#[derive(Serialize)]
struct ConsoleLine<'a> {
    /// `stdout` or `stderr`.
    stream: &'static str,
    text: &'a str,
}

/// What an exploration of the orders of a test did.
#[derive(Serialize)]
struct Exploration {
    runs: u64,
    orders: usize,
    /// Whether these are all allowed orders, or stand for all.
    all_orders: bool,
    /// Whether they stand for others.
    reduced: bool,
    failed_runs: u64,
}

impl<'a> Run<'a> {
    pub(super) fn new(summary: &Summary, files: &'a [FileReport]) -> Self {
        let report::Counts { tests, suites, passed, failed, cancelled, skipped, todo } = summary.counts;
        let Durations { on_clock, real } = summary.durations;
        Self {
            version: VERSION,
            seed: summary.seed,
            stopped: summary.stop.map(|stop| match stop {
                Stop::Interrupted => "interrupted",
                Stop::Bailed => "bailed",
                Stop::Stuck => "stuck",
            }),
            success: !summary.is_failure(),
            counts: Counts { tests, suites, passed, failed, cancelled, skipped, todo },
            clock_ms: milliseconds(on_clock),
            real_ms: milliseconds(real),
            files: files.iter().map(File::new).collect(),
        }
    }
}

impl<'a> File<'a> {
    fn new(file: &'a FileReport) -> Self {
        Self {
            path: &file.file,
            project: file.project.as_deref(),
            clock_ms: milliseconds(file.durations.on_clock),
            real_ms: milliseconds(file.durations.real),
            failures: file.failures.iter().map(Failure::new).collect(),
            diagnostics: &file.diagnostics,
            console: file.console.iter().map(ConsoleLine::new).collect(),
            tests: file.tests.iter().map(Test::new).collect(),
        }
    }
}

impl<'a> Test<'a> {
    fn new(test: &'a TestReport) -> Self {
        let (directive, reason) = match &test.directive {
            None => (None, &None),
            Some(Directive::Skip(reason)) => (Some("skip"), reason),
            Some(Directive::Todo(reason)) => (Some("todo"), reason),
        };
        let ending = match test.ending {
            Ending::Passed => "passed",
            Ending::Failed => "failed",
            Ending::Cancelled => "cancelled",
        };
        Self {
            name: &test.name,
            kind: test.kind.name(),
            location: test.location.as_ref().map(Place::new),
            ending,
            directive,
            reason: reason.as_deref(),
            clock_ms: milliseconds(test.durations.on_clock),
            real_ms: milliseconds(test.durations.real),
            failures: test.failures.iter().map(Failure::new).collect(),
            diagnostics: &test.diagnostics,
            console: test.console.iter().map(ConsoleLine::new).collect(),
            exploration: test.exploration.as_ref().map(Exploration::new),
            tests: test.children.iter().map(Test::new).collect(),
        }
    }
}

impl<'a> Place<'a> {
    fn new(Location { file, line, column, .. }: &'a Location) -> Self {
        Self { file, line: *line, column: *column }
    }
}

impl<'a> Failure<'a> {
    fn new(failure: &'a report::Failure) -> Self {
        let compared = failure.compared.as_ref();
        Self {
            kind: failure.kind.code(),
            message: &failure.message,
            location: failure.location.as_ref().map(Place::new),
            details: &failure.details,
            compared: compared.map(|report::Compared { expected, actual, operator }| Compared {
                expected,
                actual,
                operator,
            }),
            order: &failure.order,
        }
    }
}

impl<'a> ConsoleLine<'a> {
    fn new(line: &'a report::ConsoleLine) -> Self {
        Self { stream: if line.is_error { "stderr" } else { "stdout" }, text: &line.text }
    }
}

impl Exploration {
    fn new(exploration: &report::ExplorationSummary) -> Self {
        let report::ExplorationSummary { runs, orders, is_complete, is_reduced, failed_runs } = *exploration;
        Self { runs, orders, all_orders: is_complete, reduced: is_reduced, failed_runs }
    }
}
