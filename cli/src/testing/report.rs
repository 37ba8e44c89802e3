//! The results of test files, for reporters.

use std::time::Duration;

use posttask::event_loop::Location;

/// The results of a test file.
#[derive(Clone, Debug, Default)]
pub(crate) struct FileReport {
    /// The path, as the user gave it or relative to the current folder.
    pub(crate) file: String,
    /// The name of the project that ran it, if there are several.
    pub(crate) project: Option<String>,
    /// The top-level tests and suites, in the order in which they were declared.
    pub(crate) tests: Vec<TestReport>,
    /// The errors that belong to no test, such as a file that does not load.
    pub(crate) failures: Vec<Failure>,
    /// What the file printed outside of tests.
    pub(crate) console: Vec<ConsoleLine>,
    pub(crate) diagnostics: Vec<String>,
    pub(crate) durations: Durations,
}

/// How long something took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Durations {
    /// By the clock that the tests see. Equal to `real` if the tests run in real time.
    pub(crate) on_clock: Duration,
    pub(crate) real: Duration,
}

/// A line that a test printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ConsoleLine {
    /// Whether it belongs on standard error.
    pub(crate) is_error: bool,
    /// It may contain line breaks.
    pub(crate) text: String,
}

/// Whether a test is a suite, which `describe` declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Test,
    Suite,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ending {
    Passed,
    Failed,
    /// It did not run to its end, because its parent ended or its signal was aborted.
    Cancelled,
}

/// What the author says about a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Directive {
    /// It did not run. The reason, if there is one.
    Skip(Option<String>),
    /// It ran, and may fail. The reason, if there is one.
    Todo(Option<String>),
}

/// The result of a test or suite.
#[derive(Clone, Debug)]
pub(crate) struct TestReport {
    pub(crate) name: String,
    pub(crate) kind: Kind,
    /// Where it was declared.
    pub(crate) location: Option<Location>,
    pub(crate) ending: Ending,
    pub(crate) directive: Option<Directive>,
    /// Why it failed. A suite or test whose children failed has a failure of the kind [`FailureKind::Subtests`].
    pub(crate) failures: Vec<Failure>,
    /// The subtests, or the tests of a suite.
    pub(crate) children: Vec<TestReport>,
    pub(crate) diagnostics: Vec<String>,
    pub(crate) console: Vec<ConsoleLine>,
    pub(crate) durations: Durations,
    /// What an exploration of its orders found.
    pub(crate) exploration: Option<ExplorationSummary>,
}

/// What an exploration of the orders of a test did.
#[derive(Clone, Debug)]
pub(crate) struct ExplorationSummary {
    pub(crate) runs: u64,
    pub(crate) orders: usize,
    /// Whether these are all allowed orders, or stand for all.
    pub(crate) is_complete: bool,
    /// Whether they stand for others, which differ from them only in independent tasks.
    pub(crate) is_reduced: bool,
    pub(crate) failed_runs: u64,
}

/// The cause of a failure. The names in `code` are those of Node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The test threw an exception, or its promise was rejected.
    TestCode,
    /// A hook did.
    Hook,
    /// Subtests failed. The message says how many.
    Subtests,
    /// The test took too long.
    Timeout,
    /// The parent ended first, or nothing was left to do.
    CancelledByParent,
    /// The signal of the test was aborted.
    Aborted,
    /// An exception that nothing caught.
    UncaughtException,
    /// A promise that was rejected and not handled.
    UnhandledRejection,
    /// Timers, tasks or ports were left.
    Leftovers,
    /// The test depends on something that the engine gets wrong.
    EngineFault,
}

impl FailureKind {
    /// The name of the kind in reports for programs.
    pub(crate) const fn code(self) -> &'static str {
        match self {
            Self::TestCode => "testCodeFailure",
            Self::Hook => "hookFailed",
            Self::Subtests => "subtestsFailed",
            Self::Timeout => "testTimeoutFailure",
            Self::CancelledByParent => "cancelledByParent",
            Self::Aborted => "testAborted",
            Self::UncaughtException => "uncaughtException",
            Self::UnhandledRejection => "unhandledRejection",
            Self::Leftovers => "leftovers",
            Self::EngineFault => "engineFault",
        }
    }
}

/// Why a test failed.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) kind: FailureKind,
    /// One line or several: `AssertionError: 1 == 2`. The message of an assertion contains its differences, in lines
    /// that start with `+ ` or `- `.
    pub(crate) message: String,
    /// The innermost position that is not in native code.
    pub(crate) location: Option<Location>,
    /// The lines below the message: stack frames (`at f (app.js:1:2)`), `posted at app.js:3:4`, and causes.
    pub(crate) details: Vec<String>,
    /// The values that an assertion compared, as text.
    pub(crate) compared: Option<Compared>,
    /// The order in which the test failed, if it was explored: lines of text, the last of which is the command that
    /// replays it.
    pub(crate) order: Vec<String>,
}

/// The values that an assertion compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Compared {
    pub(crate) expected: String,
    pub(crate) actual: String,
    /// Such as `strictEqual`.
    pub(crate) operator: String,
}

/// The number of tests by result, as Node counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) tests: usize,
    pub(crate) suites: usize,
    pub(crate) passed: usize,
    pub(crate) failed: usize,
    pub(crate) cancelled: usize,
    pub(crate) skipped: usize,
    pub(crate) todo: usize,
}

impl FileReport {
    /// Whether there is nothing to report.
    pub(crate) fn is_empty(&self) -> bool {
        self.tests.is_empty() && self.failures.is_empty()
    }
}

impl TestReport {
    /// A test that failed, and of which nothing else is known.
    pub(crate) fn failed(name: String, location: Option<Location>, failure: Failure) -> Self {
        Self {
            name,
            kind: Kind::Test,
            location,
            ending: Ending::Cancelled,
            directive: None,
            failures: vec![failure],
            children: Vec::new(),
            diagnostics: Vec::new(),
            console: Vec::new(),
            durations: Durations::default(),
            exploration: None,
        }
    }

    /// Whether it makes the run fail.
    pub(crate) fn is_failure(&self) -> bool {
        self.ending != Ending::Passed && !matches!(self.directive, Some(Directive::Todo(_)))
    }
}

impl Counts {
    /// Adds the tests of a file. A file with failures of its own counts as a failed test.
    pub(crate) fn add_file(&mut self, file: &FileReport) {
        if !file.failures.is_empty() {
            self.tests += 1;
            self.failed += 1;
        }
        file.tests.iter().for_each(|test| self.add(test));
    }

    fn add(&mut self, test: &TestReport) {
        test.children.iter().for_each(|test| self.add(test));
        if test.kind == Kind::Suite {
            self.suites += 1;
            return;
        }
        self.tests += 1;
        let count = match (&test.directive, test.ending) {
            (Some(Directive::Skip(_)), _) => &mut self.skipped,
            (Some(Directive::Todo(_)), _) => &mut self.todo,
            (None, Ending::Passed) => &mut self.passed,
            (None, Ending::Failed) => &mut self.failed,
            (None, Ending::Cancelled) => &mut self.cancelled,
        };
        *count += 1;
    }
}
