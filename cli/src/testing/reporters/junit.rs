//! The reporter `junit`: the XML that Jenkins, GitLab and other CI servers read.

use std::time::Duration;

use quick_junit::{NonSuccessKind, Property, Report, TestCase, TestCaseStatus, TestSuite, XmlString};

use super::Reporter;
use super::summary::Summary;
use super::test_tree::{Entry, TestTree};
use super::wording::{plain, printed};
use super::xml::valid;
use crate::testing::report::{ConsoleLine, Directive, Ending, FileReport, Kind, TestReport};

/// Writes a `testsuite` per file, and a `testcase` per test in it. Servers do not agree on nested suites, so the names
/// of the suites are part of the name of the test.
pub(super) struct Junit {
    is_verbose: bool,
    report: Report,
}

impl Junit {
    pub(super) fn new(is_verbose: bool) -> Self {
        Self { is_verbose, report: Report::new("posttask") }
    }

    fn case(&self, entry: &Entry) -> TestCase {
        let test = entry.test;
        let mut case = TestCase::new(valid(&entry.path()), status(test));
        case.set_classname(valid(entry.file));
        case.extra.insert("time".into(), seconds(test.durations.real));
        case.extra.insert("file".into(), valid(entry.file));
        if let Some(location) = &test.location {
            case.extra.insert("line".into(), location.line.to_string().into());
        }
        case.add_properties(properties(test));
        if self.is_verbose || test.ending != Ending::Passed {
            let is_output = |is_error: bool| move |line: &&ConsoleLine| line.is_error == is_error;
            case.system_out = output(test.console.iter().filter(is_output(false)));
            case.system_err = output(test.console.iter().filter(is_output(true)));
        }
        case
    }
}

impl Reporter for Junit {
    fn file(&mut self, file: &FileReport) -> String {
        let mut suite = TestSuite::new(valid(&file.file));
        suite.extra.insert("time".into(), seconds(file.durations.real));
        suite.extra.insert("file".into(), valid(&file.file));
        let tree = TestTree::new(file);
        suite.add_test_cases(tree.entries().iter().filter(|entry| is_case(entry)).map(|entry| self.case(entry)));
        // If the file has failures, the test that stands for it has the output.
        if self.is_verbose && file.failures.is_empty() {
            suite.system_out = output(&file.console);
        }
        self.report.add_test_suite(suite);
        String::new()
    }

    fn end(&mut self, summary: &Summary) -> String {
        self.report.set_time(summary.durations.real);
        // Writing to a string cannot fail.
        self.report.to_string().unwrap_or_default()
    }
}

/// Whether an entry is a `testcase`: a test, or a suite that failed itself, such as in a hook.
fn is_case(entry: &Entry) -> bool {
    entry.test.kind == Kind::Test || entry.test.failed_itself()
}

/// Returns what no attribute is for.
fn properties(test: &TestReport) -> impl Iterator<Item = Property> {
    let clock = (!test.durations.is_real()).then(|| ("clock_time", seconds(test.durations.on_clock)));
    let exploration = test.exploration.as_ref();
    let orders = exploration.map(|exploration| ("orders", exploration.orders.to_string().into()));
    let runs = exploration.map(|exploration| ("runs", exploration.runs.to_string().into()));
    let diagnostics = test.diagnostics.iter().map(|text| ("diagnostic", valid(text)));
    let properties = [clock, orders, runs].into_iter().flatten().chain(diagnostics);
    properties.map(|(name, value)| Property::new(name, value))
}

/// Returns why a test failed or was skipped. A test that may fail counts as skipped, because servers have no word for
/// it.
fn status(test: &TestReport) -> TestCaseStatus {
    let failures = test.shown_failures();
    let skipped = |kind: &'static str, reason: &Option<String>| {
        (TestCaseStatus::skipped(), kind, reason.clone().unwrap_or_else(|| kind.to_owned()))
    };
    let failed = |kind, message: &str| (TestCaseStatus::non_success(NonSuccessKind::Failure), kind, message.to_owned());
    let (mut status, kind, message) = match (&test.directive, failures.first(), test.ending) {
        (Some(Directive::Skip(reason)), ..) => skipped("skipped", reason),
        (Some(Directive::Todo(reason)), ..) => skipped("todo", reason),
        (None, None, Ending::Passed) => return TestCaseStatus::success(),
        (None, None, Ending::Failed | Ending::Cancelled) => failed("failed", "unknown reason"),
        (None, Some(first), _) => failed(first.kind.code(), &first.message),
    };
    status.set_type(kind).set_message(valid(&message));
    if !failures.is_empty() {
        status.set_description(valid(&plain(failures.iter().copied())));
    }
    status
}

/// Returns what was printed. `None` if it is nothing.
fn output<'a>(lines: impl IntoIterator<Item = &'a ConsoleLine>) -> Option<XmlString> {
    Some(printed(lines)).filter(|text| !text.is_empty()).map(|text| valid(&text))
}

/// Returns a time as the attribute `time` has it. With the three digits of the library, most tests would take no time.
fn seconds(duration: Duration) -> XmlString {
    format!("{:.6}", duration.as_secs_f64()).into()
}
