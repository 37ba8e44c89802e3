//! The results that the tests of the reporters report.

use std::rc::Rc;
use std::time::Duration;

use posttask::event_loop::Location;

use crate::testing::report::{
    Compared, ConsoleLine, Directive, Durations, Ending, ExplorationSummary, Failure, FailureKind, FileReport, Kind,
    TestReport,
};
use crate::testing::reporters::{Describe, Options, Palette, ReporterKind, Summary};

/// Describes failures by their messages, details, and an excerpt that is always the same.
struct Description;

impl Describe for Description {
    fn describe(&self, failure: &Failure) -> String {
        let frames = failure.details.iter().map(|line| format!("    {line}"));
        let lines = [failure.message.clone(), "  3 | assert(false)".to_owned()].into_iter().chain(frames);
        lines.collect::<Vec<_>>().join("\n")
    }
}

/// Options without colors.
pub(super) fn options(is_verbose: bool) -> Options {
    Options { palette: Palette { colored: false }, describe: Rc::new(Description), is_verbose }
}

/// Returns what a reporter writes for [`files`], with control characters as escape sequences.
pub(super) fn report(kind: ReporterKind, is_verbose: bool) -> String {
    visible(&report_of(kind, options(is_verbose), &files()))
}

/// Replaces control characters other than line breaks by escape sequences.
fn visible(text: &str) -> String {
    let is_hidden = |c: char| (c.is_control() && c != '\n') || matches!(c, '\u{200b}' | '\u{fffe}');
    text.chars().map(|c| if is_hidden(c) { c.escape_unicode().to_string() } else { c.to_string() }).collect()
}

/// Returns what a reporter writes for files.
pub(super) fn report_of(kind: ReporterKind, options: Options, files: &[FileReport]) -> String {
    let mut reporter = kind.reporter(options);
    let summary = summary_of(files);
    let mut text = reporter.start();
    text.extend(files.iter().map(|file| reporter.file(file)));
    text + &reporter.end(&summary)
}

/// Returns the summary of files. The run has a seed, and lists the two slowest tests.
pub(super) fn summary_of(files: &[FileReport]) -> Summary {
    let mut summary = Summary::new(2);
    for file in files {
        summary.add_file(file);
    }
    summary.set_elapsed(Duration::from_micros(12_345));
    summary.seed = Some(7);
    summary
}

/// A file with tests of every kind, and one that does not load.
pub(super) fn files() -> Vec<FileReport> {
    let broken = FileReport {
        file: "broken.test.js".to_owned(),
        failures: vec![failure(FailureKind::UncaughtException, "SyntaxError: unexpected `}`", None)],
        console: vec![line(false, "before the end")],
        ..FileReport::default()
    };
    vec![file(vec![passing(), failing(), skipped(), todo(), nested(), explored(), hostile()]), broken]
}

/// A file with these tests.
pub(super) fn file(tests: Vec<TestReport>) -> FileReport {
    FileReport { file: "a.test.js".to_owned(), tests, durations: lasting(300, 9), ..FileReport::default() }
}

/// A test that passed.
pub(super) fn test(name: &str) -> TestReport {
    TestReport {
        name: name.to_owned(),
        kind: Kind::Test,
        location: None,
        ending: Ending::Passed,
        directive: None,
        failures: Vec::new(),
        children: Vec::new(),
        diagnostics: Vec::new(),
        console: Vec::new(),
        durations: Durations::default(),
        exploration: None,
    }
}

/// Returns durations of this many milliseconds.
pub(super) fn lasting(on_clock: u64, real: u64) -> Durations {
    Durations { on_clock: Duration::from_millis(on_clock), real: Duration::from_millis(real) }
}

fn at((line, column): (u32, u32)) -> Location {
    Location::new("a.test.js", line, column)
}

pub(super) fn line(is_error: bool, text: &str) -> ConsoleLine {
    ConsoleLine { is_error, text: text.to_owned() }
}

pub(super) fn failure(kind: FailureKind, message: &str, place: Option<(u32, u32)>) -> Failure {
    let location = place.map(at);
    let details = location.iter().map(|location| format!("at f ({location})")).collect();
    Failure { kind, message: message.to_owned(), location, details, compared: None, order: Vec::new() }
}

fn passing() -> TestReport {
    let console = vec![line(false, "one\ntwo"), line(true, "an error")];
    TestReport { durations: lasting(250, 2), console, diagnostics: vec!["a note".to_owned()], ..test("passes") }
}

pub(super) fn failing() -> TestReport {
    let compared =
        Compared { expected: "'it''s'".into(), actual: "{\n  a: 1\n}".into(), operator: "strictEqual".into() };
    let message = "AssertionError: not equal\n+ { a: 1 }\n- 'it''s'";
    let assertion = Failure { compared: Some(compared), ..failure(FailureKind::TestCode, message, Some((3, 5))) };
    TestReport {
        location: Some(at((2, 1))),
        ending: Ending::Failed,
        failures: vec![assertion, failure(FailureKind::Hook, "a hook failed", None)],
        console: vec![line(false, "hello"), line(true, "::error::not a command")],
        ..test("fails")
    }
}

fn skipped() -> TestReport {
    TestReport { directive: Some(Directive::Skip(Some("because of #1".to_owned()))), ..test("skipped") }
}

pub(super) fn todo() -> TestReport {
    TestReport {
        ending: Ending::Failed,
        directive: Some(Directive::Todo(None)),
        failures: vec![failure(FailureKind::TestCode, "Error: not yet", Some((9, 3)))],
        ..test("to do")
    }
}

fn nested() -> TestReport {
    let cancelled = TestReport {
        ending: Ending::Cancelled,
        location: Some(at((6, 7))),
        failures: vec![failure(FailureKind::CancelledByParent, "the parent ended first", None)],
        ..test("cancelled")
    };
    let inner = TestReport {
        ending: Ending::Failed,
        failures: vec![failure(FailureKind::Subtests, "1 subtest failed", None)],
        children: vec![test("deep"), cancelled],
        console: vec![line(false, "from the parent")],
        ..test("inner")
    };
    TestReport {
        kind: Kind::Suite,
        ending: Ending::Failed,
        failures: vec![failure(FailureKind::Subtests, "1 subtest failed", None)],
        children: vec![inner, TestReport { directive: Some(Directive::Skip(None)), ..test("left out") }],
        ..test("suite")
    }
}

pub(super) fn explored() -> TestReport {
    let order = ["the task of a.test.js:4:1 ran first", "replay: posttask test --schedule 1.2 a.test.js"];
    let order = order.map(str::to_owned).to_vec();
    let found = Failure { order, ..failure(FailureKind::Leftovers, "a timer was left", Some((4, 1))) };
    TestReport {
        ending: Ending::Failed,
        failures: vec![found],
        exploration: Some(ExplorationSummary {
            runs: 200,
            orders: 142,
            is_complete: false,
            is_reduced: false,
            failed_runs: 3,
        }),
        durations: lasting(50, 7),
        ..test("explored")
    }
}

/// Names and messages with everything that has a meaning in one of the formats.
fn hostile() -> TestReport {
    let name = "<a> & \"b\" 'c' # SKIP \\ ]]> \u{1b}[31mred\u{1b}[0m \u{7} 😀 ##[error]x, 100%: y\n::error::z {";
    let message = "  ]]> <b> &\n...\r\n---\t\u{1b}[1mbold\u{1b}[0m \0\u{fffe}";
    TestReport {
        ending: Ending::Failed,
        directive: None,
        failures: vec![failure(FailureKind::TestCode, message, None)],
        diagnostics: vec!["ok 9 - # TODO\nnot ok 10".to_owned()],
        console: vec![line(false, "\u{1b}[32m::warning::green\u{1b}[0m"), line(true, "  ::add-mask::a\n##[group]")],
        ..test(name)
    }
}
