//! The reporter `junit`: the XML that Jenkins, GitLab and other CI servers read.

use std::ops::Add;
use std::time::Duration;

use super::Reporter;
use super::summary::Summary;
use super::test_tree::{Entry, TestTree};
use super::wording::{plain, printed};
use super::xml::Element;
use crate::testing::report::{Directive, Ending, FileReport, Kind, TestReport};

/// Writes a `testsuite` per file, and a `testcase` per test in it. Servers do not agree on nested suites, so the names
/// of the suites are part of the name of the test.
pub(super) struct Junit {
    is_verbose: bool,
    totals: Totals,
    suites: Vec<Element>,
}

impl Junit {
    pub(super) fn new(is_verbose: bool) -> Self {
        Self { is_verbose, totals: Totals::default(), suites: Vec::new() }
    }

    fn suite(&self, file: &FileReport, totals: Totals, cases: Vec<Element>) -> Element {
        let suite = totals.on(Element::new("testsuite").attribute("name", &file.file));
        let suite = suite.attribute("file", &file.file).children(cases);
        // If the file has failures, the test that stands for it has the output.
        let shows_console = self.is_verbose && file.failures.is_empty() && !file.console.is_empty();
        suite.children(shows_console.then(|| Element::new("system-out").text(&printed(&file.console))))
    }

    fn case(&self, entry: &Entry) -> Element {
        let test = entry.test;
        let mut case = Element::new("testcase")
            .attribute("name", &entry.path())
            .attribute("classname", entry.file)
            .attribute("time", &seconds(test.durations.real))
            .attribute("file", entry.file);
        if let Some(location) = &test.location {
            case = case.attribute("line", &location.line.to_string());
        }
        let case = case.children(properties(test)).children(result(test));
        if self.is_verbose || test.ending != Ending::Passed { case.children(output(test)) } else { case }
    }
}

impl Reporter for Junit {
    fn file(&mut self, file: &FileReport) -> String {
        let tree = TestTree::new(file);
        let entries: Vec<_> = tree.entries().into_iter().filter(is_case).collect();
        let cases = entries.iter().map(|entry| self.case(entry)).collect();
        let totals = Totals::new(&entries, file.durations.real);
        self.totals = self.totals + totals;
        self.suites.push(self.suite(file, totals, cases));
        String::new()
    }

    fn end(&mut self, summary: &Summary) -> String {
        let totals = Totals { time: summary.durations.real, ..self.totals };
        let root = totals.on(Element::new("testsuites").attribute("name", "posttask"));
        let root = root.children(std::mem::take(&mut self.suites));
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", root.write(0))
    }
}

/// Whether an entry is a `testcase`: a test, or a suite that failed itself, such as in a hook.
fn is_case(entry: &Entry) -> bool {
    entry.test.kind == Kind::Test || entry.test.failed_itself()
}

/// The attributes of a `testsuite` that count.
#[derive(Clone, Copy, Default)]
struct Totals {
    tests: usize,
    failures: usize,
    skipped: usize,
    time: Duration,
}

impl Totals {
    fn new(entries: &[Entry], time: Duration) -> Self {
        let count = |is_counted: fn(&TestReport) -> bool| entries.iter().filter(|entry| is_counted(entry.test)).count();
        Self {
            tests: entries.len(),
            failures: count(|test| test.directive.is_none() && test.ending != Ending::Passed),
            skipped: count(|test| test.directive.is_some()),
            time,
        }
    }

    /// Adds the attributes to an element.
    fn on(self, element: Element) -> Element {
        let numbers = [("tests", self.tests), ("failures", self.failures), ("errors", 0), ("skipped", self.skipped)];
        let element = numbers.into_iter().fold(element, |element, (name, n)| element.attribute(name, &n.to_string()));
        element.attribute("time", &seconds(self.time))
    }
}

impl Add for Totals {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            tests: self.tests + other.tests,
            failures: self.failures + other.failures,
            skipped: self.skipped + other.skipped,
            time: self.time + other.time,
        }
    }
}

/// Returns what no attribute is for.
fn properties(test: &TestReport) -> Option<Element> {
    let clock = (!test.durations.is_real()).then(|| ("clock_time", seconds(test.durations.on_clock)));
    let exploration = test.exploration.as_ref();
    let orders = exploration.map(|exploration| ("orders", exploration.orders.to_string()));
    let runs = exploration.map(|exploration| ("runs", exploration.runs.to_string()));
    let diagnostics = test.diagnostics.iter().map(|text| ("diagnostic", text.clone()));
    let properties: Vec<_> = [clock, orders, runs].into_iter().flatten().chain(diagnostics).collect();
    let element =
        |(name, value): (&str, String)| Element::new("property").attribute("name", name).attribute("value", &value);
    (!properties.is_empty()).then(|| Element::new("properties").children(properties.into_iter().map(element)))
}

/// Returns why a test failed or was skipped. A test that may fail counts as skipped, because servers have no word for
/// it.
fn result(test: &TestReport) -> Vec<Element> {
    let failures = test.shown_failures();
    let skipped = |kind: &str, reason: &Option<String>| {
        let skipped = Element::new("skipped").attribute("type", kind);
        let message = reason.as_deref().unwrap_or(kind);
        vec![skipped.attribute("message", message).text(&plain(failures.iter().copied()))]
    };
    match &test.directive {
        Some(Directive::Skip(reason)) => return skipped("skipped", reason),
        Some(Directive::Todo(reason)) => return skipped("todo", reason),
        None => {}
    }
    let element =
        |kind: &str, message: &str| Element::new("failure").attribute("type", kind).attribute("message", message);
    match (failures.first(), test.ending) {
        (None, Ending::Passed) => Vec::new(),
        (None, Ending::Failed | Ending::Cancelled) => vec![element("failed", "no reason is known")],
        (Some(first), _) => vec![element(first.kind.code(), &first.message).text(&plain(failures.iter().copied()))],
    }
}

fn output(test: &TestReport) -> impl Iterator<Item = Element> {
    [("system-out", false), ("system-err", true)].into_iter().filter_map(|(name, is_error)| {
        let output = printed(test.console.iter().filter(|line| line.is_error == is_error));
        (!output.is_empty()).then(|| Element::new(name).text(&output))
    })
}

fn seconds(duration: Duration) -> String {
    format!("{:.6}", duration.as_secs_f64())
}
