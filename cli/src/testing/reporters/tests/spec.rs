//! The exact text of the reporter `spec`.

use super::fixture::*;
use crate::testing::report::{ExplorationSummary, FileReport, TestReport};
use crate::testing::reporters::{Options, Palette, ReporterKind};

const EXPECTED: &str = r#"a.test.js
  ✔ passes (250 ms)
    ℹ a note
  ✖ fails
  ﹣ skipped # SKIP because of #1
  ⚠ to do # TODO
  ✖ suite
    ✖ inner
      from the parent
      ✔ deep
      ✖ cancelled (cancelled)
    ﹣ left out # SKIP
  ✖ explored (50 ms, 142 orders in 200 runs, 3 runs failed)
  ✖ <a> & "b" 'c' # SKIP \ ]]> \u{1b}[31mred\u{1b}[0m \u{7} 😀 ##[error]x, 100%: y\n::error::z {
    ℹ ok 9 - # TODO
      not ok 10
broken.test.js
  ✖ (outside of tests)

Failing tests:

✖ a.test.js > fails
  a.test.js:2:1
  AssertionError: not equal
  + { a: 1 }
  - 'it''s'
    3 | assert(false)
      at f (a.test.js:3:5)

  a hook failed
    3 | assert(false)
  printed:
    hello
    ::error::not a command

✖ a.test.js > suite > inner > cancelled (cancelled)
  a.test.js:6:7
  the parent ended first
    3 | assert(false)

✖ a.test.js > explored (50 ms, 142 orders in 200 runs, 3 runs failed)
  a timer was left
    3 | assert(false)
      at f (a.test.js:4:1)
  the task of a.test.js:4:1 ran first
  replay: posttask test --schedule 1.2 a.test.js

✖ a.test.js > <a> & "b" 'c' # SKIP \ ]]> \u{1b}[31mred\u{1b}[0m \u{7} 😀 ##[error]x, 100%: y\n::error::z {
    ]]> <b> &
  ...
  ---\u{9}\u{1b}[1mbold\u{1b}[0m \u{0}\u{fffe}
    3 | assert(false)
  printed:
    \u{1b}[32m::warning::green\u{1b}[0m
      ::add-mask::a
    ##[group]

✖ broken.test.js > (outside of tests)
  SyntaxError: unexpected `}`
    3 | assert(false)
  printed:
    before the end

Slowest tests:
  a.test.js > explored 50 ms of virtual time in 7 ms
  a.test.js > passes 250 ms of virtual time in 2 ms

Seed 7
11 tests in 1 suite and 2 files: 2 passed, 5 failed, 1 cancelled, 2 skipped, 1 todo
300 ms of virtual time in 12.3 ms
"#;

#[test]
fn spec() {
    assert_eq!(report(ReporterKind::Spec, false), EXPECTED);
}

#[test]
fn verbose_reports_show_everything_that_was_printed_and_why_tests_to_do_failed() {
    let text = report(ReporterKind::Spec, true);
    assert!(text.contains("    ℹ a note\n    one\n    two\n    an error\n  ✖ fails\n"), "{text}");
    assert!(text.contains("\n⚠ a.test.js > to do # TODO\n  Error: not yet\n"), "{text}");
}

#[test]
fn a_run_without_failures_ends_with_the_counts() {
    let explored =
        |orders| ExplorationSummary { runs: 9, orders, is_complete: true, is_reduced: false, failed_runs: 0 };
    let all = TestReport { exploration: Some(explored(6)), durations: lasting(40, 1), ..test("all") };
    let one = TestReport { exploration: Some(explored(1)), ..test("one") };
    let empty = FileReport { file: "empty.test.js".to_owned(), ..FileReport::default() };
    let text = report_of(ReporterKind::Spec, options(false), &[file(vec![all, one]), empty]);
    let expected = "\
a.test.js
  ✔ all (40 ms, all 6 orders)
  ✔ one (the only order)
empty.test.js
  (no tests)

Slowest tests:
  a.test.js > all 40 ms of virtual time in 1 ms
  a.test.js > one 0 ms

Seed 7
2 tests in 2 files: 2 passed
300 ms of virtual time in 12.3 ms
";
    assert_eq!(text, expected);
}

#[test]
fn real_durations_are_shown_in_real_time() {
    let slow = TestReport { durations: lasting(1234, 1234), ..test("slow") };
    let file = FileReport { durations: lasting(1300, 1300), ..file(vec![slow]) };
    let text = report_of(ReporterKind::Spec, options(false), &[file]);
    assert!(text.starts_with("a.test.js\n  ✔ slow (1234 ms)\n"), "{text}");
    assert!(text.ends_with("1 test in 1 file: 1 passed\n12.3 ms\n"), "{text}");
}

#[test]
fn colors() {
    let options = Options { palette: Palette { colored: true }, ..options(false) };
    let text = report_of(ReporterKind::Spec, options, &[file(vec![test("a"), failing(), todo()])]);
    let expected = "\
\u{1b}[1ma.test.js\u{1b}[0m
  \u{1b}[1;32m✔\u{1b}[0m a
  \u{1b}[1;31m✖ fails\u{1b}[0m
  \u{1b}[1;33m⚠\u{1b}[0m to do \u{1b}[90m# TODO\u{1b}[0m
";
    assert!(text.starts_with(expected), "{text}");
}
