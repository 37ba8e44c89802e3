//! The reporter `tap`: version 13 of the [Test Anything Protocol](https://testanything.org), with subtests as in
//! version 14.

use std::fmt::Write;

use posttask::internal::html::without_styles;

use super::Reporter;
use super::summary::Summary;
use super::test_tree::TestTree;
use super::wording::{indented, milliseconds, one_line, plain, printed};
use super::yaml::Yaml;
use crate::testing::report::{Directive, Ending, Failure, FileReport, Kind, TestReport};

/// Writes a test point per test, after those of its subtests. The tests of all files are in one list.
pub(super) struct Tap {
    is_verbose: bool,
    /// The number of test points that are not in a subtest.
    points: usize,
}

impl Tap {
    pub(super) fn new(is_verbose: bool) -> Self {
        Self { is_verbose, points: 0 }
    }

    /// Returns a test with its subtests.
    fn test(&self, test: &TestReport, number: usize) -> String {
        let name = escaped(&test.name);
        let ok = if test.ending == Ending::Passed { "ok" } else { "not ok" };
        let mut lines = format!("# Subtest: {name}\n");
        lines.extend((1..).zip(&test.children).map(|(number, child)| indented(&self.test(child, number), 4)));
        if !test.children.is_empty() {
            let _ = writeln!(lines, "    1..{}", test.children.len());
        }
        let _ = writeln!(lines, "{ok} {number} - {name}{}", directive(test));
        lines += &indented(&self.diagnostics(test), 2);
        lines.extend(test.diagnostics.iter().map(|line| comment(line)));
        lines
    }

    fn diagnostics(&self, test: &TestReport) -> String {
        let mut yaml = Yaml::new();
        yaml.number("duration_ms", milliseconds(test.durations.real));
        if !test.durations.is_real() {
            yaml.number("clock_ms", milliseconds(test.durations.on_clock));
        }
        yaml.string("type", test.kind.name());
        if let Some(location) = &test.location {
            yaml.string("location", &location.to_string());
        }
        if let Some(exploration) = &test.exploration {
            yaml.number("orders", exploration.orders);
            yaml.number("all_orders", exploration.is_complete);
            yaml.number("reduced", exploration.is_reduced);
            yaml.number("runs", exploration.runs);
            yaml.number("failed_runs", exploration.failed_runs);
        }
        if let [first, others @ ..] = test.shown_failures().as_slice() {
            failure(first, &mut yaml);
            yaml.nonempty("further_failures", &plain(others.iter().copied()));
        }
        if self.is_verbose || test.ending != Ending::Passed {
            yaml.nonempty("printed", &printed(&test.console));
        }
        yaml.finish()
    }
}

impl Reporter for Tap {
    fn start(&mut self) -> String {
        "TAP version 13\n".to_owned()
    }

    fn file(&mut self, file: &FileReport) -> String {
        let tree = TestTree::new(file);
        let mut text: String = file.diagnostics.iter().map(|line| comment(line)).collect();
        // If the file has failures, the test that stands for it has the output.
        if self.is_verbose && file.failures.is_empty() {
            text += &comment(&printed(&file.console));
        }
        for test in tree.roots() {
            self.points += 1;
            text += &self.test(test, self.points);
        }
        text
    }

    fn end(&mut self, summary: &Summary) -> String {
        let counts = summary.counts;
        let mut text = format!("1..{}\n", self.points);
        let numbers = [
            ("tests", counts.tests),
            ("suites", counts.suites),
            ("pass", counts.passed),
            ("fail", counts.failed),
            ("cancelled", counts.cancelled),
            ("skipped", counts.skipped),
            ("todo", counts.todo),
        ];
        text.extend(numbers.map(|(what, number)| format!("# {what} {number}\n")));
        let _ = writeln!(text, "# duration_ms {}", milliseconds(summary.durations.real));
        if !summary.durations.is_real() {
            let _ = writeln!(text, "# clock_ms {}", milliseconds(summary.durations.on_clock));
        }
        text.extend(summary.seed.map(|seed| format!("# seed {seed}\n")));
        text.extend(summary.stop.map(|stop| format!("Bail out! {}\n", stop.sentence())));
        text
    }
}

/// Adds what is known about a failure, with the keys of Node.
fn failure(failure: &Failure, yaml: &mut Yaml) {
    yaml.string("failureType", failure.kind.code());
    let error = ErrorMessage::new(failure);
    yaml.string("error", &without_styles(error.message));
    yaml.string("code", error.code);
    yaml.nonempty("name", error.name);
    if let Some(compared) = &failure.compared {
        yaml.string("expected", &compared.expected);
        yaml.string("actual", &compared.actual);
        if !compared.operator.is_empty() {
            yaml.string("operator", &compared.operator);
        }
    }
    let frames = failure.details.iter().map(|line| line.trim_start());
    let frames: Vec<_> = frames.map(|line| line.strip_prefix("at ").unwrap_or(line)).collect();
    yaml.nonempty("stack", &frames.join("\n"));
    yaml.nonempty("order", &failure.order.join("\n"));
}

/// The parts of `AssertionError [ERR_ASSERTION]: 1 == 2`.
struct ErrorMessage<'a> {
    /// Empty if the message does not start with one.
    name: &'a str,
    code: &'a str,
    message: &'a str,
}

impl<'a> ErrorMessage<'a> {
    fn new(failure: &'a Failure) -> Self {
        let default_code = if failure.compared.is_some() { "ERR_ASSERTION" } else { "ERR_TEST_FAILURE" };
        let unnamed = Self { name: "", code: default_code, message: &failure.message };
        let Some((head, message)) = failure.message.split_once(": ") else { return unnamed };
        let with_code = head.strip_suffix(']').and_then(|head| head.split_once(" ["));
        let (name, code) = with_code.unwrap_or((head, default_code));
        let is_name = (name.ends_with("Error") || name.ends_with("Exception")) && !name.contains(char::is_whitespace);
        if is_name { Self { name, code, message } } else { unnamed }
    }
}

fn directive(test: &TestReport) -> String {
    let (word, reason) = match &test.directive {
        None => return String::new(),
        Some(Directive::Skip(reason)) => ("SKIP", reason),
        Some(Directive::Todo(reason)) => ("TODO", reason),
    };
    reason.iter().fold(format!(" # {word}"), |text, reason| format!("{text} {}", escaped(reason)))
}

fn comment(text: &str) -> String {
    let comment = |line: &str| format!("# {}\n", escaped(line));
    text.lines().map(comment).collect()
}

/// Escapes a name, so that nothing in it is a directive. Some parsers take a brace at the end of a line for the start
/// of subtests.
fn escaped(name: &str) -> String {
    let name = one_line(name);
    let name = match name.trim_end().strip_suffix('{') {
        Some(start) => format!("{start}\\u{{7b}}"),
        None => name,
    };
    name.replace('\\', "\\\\").replace('#', "\\#")
}

impl Kind {
    /// The name in reports for programs.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Test => "test",
            Self::Suite => "suite",
        }
    }
}
