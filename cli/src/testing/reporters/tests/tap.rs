//! The exact text of the reporter `tap`.

use super::fixture::*;
use crate::testing::reporters::{ReporterKind, Stop};

const EXPECTED: &str = r#"TAP version 13
# Subtest: passes
ok 1 - passes
  ---
  duration_ms: 2
  clock_ms: 250
  type: 'test'
  printed: |-
    one
    two
    an error
  ...
# a note
# Subtest: fails
not ok 2 - fails
  ---
  duration_ms: 0
  type: 'test'
  location: 'a.test.js:2:1'
  failureType: 'testCodeFailure'
  error: |-
    not equal
    + { a: 1 }
    - 'it''s'
  code: 'ERR_ASSERTION'
  name: 'AssertionError'
  expected: '''it''''s'''
  actual: |-
    {
      a: 1
    }
  operator: 'strictEqual'
  stack: 'f (a.test.js:3:5)'
  further_failures: 'a hook failed'
  printed: |-
    hello
    ::error::not a command
  ...
# Subtest: skipped
ok 3 - skipped # SKIP because of \#1
  ---
  duration_ms: 0
  type: 'test'
  ...
# Subtest: to do
not ok 4 - to do # TODO
  ---
  duration_ms: 0
  type: 'test'
  failureType: 'testCodeFailure'
  error: 'not yet'
  code: 'ERR_TEST_FAILURE'
  name: 'Error'
  stack: 'f (a.test.js:9:3)'
  ...
# Subtest: suite
    # Subtest: inner
        # Subtest: deep
        ok 1 - deep
          ---
          duration_ms: 0
          type: 'test'
          ...
        # Subtest: cancelled
        not ok 2 - cancelled
          ---
          duration_ms: 0
          type: 'test'
          location: 'a.test.js:6:7'
          failureType: 'cancelledByParent'
          error: 'the parent ended first'
          code: 'ERR_TEST_FAILURE'
          ...
        1..2
    not ok 1 - inner
      ---
      duration_ms: 0
      type: 'test'
      failureType: 'subtestsFailed'
      error: '1 subtest failed'
      code: 'ERR_TEST_FAILURE'
      printed: 'from the parent'
      ...
    # Subtest: left out
    ok 2 - left out # SKIP
      ---
      duration_ms: 0
      type: 'test'
      ...
    1..2
not ok 5 - suite
  ---
  duration_ms: 0
  type: 'suite'
  failureType: 'subtestsFailed'
  error: '1 subtest failed'
  code: 'ERR_TEST_FAILURE'
  ...
# Subtest: explored
not ok 6 - explored
  ---
  duration_ms: 7
  clock_ms: 50
  type: 'test'
  orders: 142
  all_orders: false
  reduced: false
  runs: 200
  failed_runs: 3
  failureType: 'leftovers'
  error: 'a timer was left'
  code: 'ERR_TEST_FAILURE'
  stack: 'f (a.test.js:4:1)'
  order: |-
    the task of a.test.js:4:1 ran first
    replay: posttask test --schedule 1.2 a.test.js
  ...
# Subtest: <a> & "b" 'c' \# SKIP \\ ]]> \\u{1b}[31mred\\u{1b}[0m \\u{7} 😀 \#\#[error]x, 100%: y\\n::error::z \\u{7b}
not ok 7 - <a> & "b" 'c' \# SKIP \\ ]]> \\u{1b}[31mred\\u{1b}[0m \\u{7} 😀 \#\#[error]x, 100%: y\\n::error::z \\u{7b}
  ---
  duration_ms: 0
  type: 'test'
  failureType: 'testCodeFailure'
  error: "  ]]> <b> &\n...\u000d\n---\u0009bold \u0000\ufffe"
  code: 'ERR_TEST_FAILURE'
  printed: "\u001b[32m::warning::green\u001b[0m\n  ::add-mask::a\n##[group]"
  ...
# ok 9 - \# TODO
# not ok 10
# Subtest: (outside of tests)
not ok 8 - (outside of tests)
  ---
  duration_ms: 0
  type: 'test'
  failureType: 'uncaughtException'
  error: 'unexpected `}`'
  code: 'ERR_TEST_FAILURE'
  name: 'SyntaxError'
  printed: 'before the end'
  ...
1..8
# tests 11
# suites 1
# pass 2
# fail 5
# cancelled 1
# skipped 2
# todo 1
# duration_ms 12.345
# clock_ms 300
# seed 7
"#;

#[test]
fn tap() {
    assert_eq!(report(ReporterKind::Tap, true), EXPECTED);
}

#[test]
fn a_run_that_stopped_is_not_ok() {
    let mut reporter = ReporterKind::Tap.reporter(options(false));
    let mut summary = summary_of(&[]);
    summary.stop = Some(Stop::Interrupted);
    let text = reporter.start() + &reporter.end(&summary);
    assert!(text.starts_with("TAP version 13\n1..0\n"), "{text}");
    assert!(text.ends_with("\nBail out! Interrupted: not all tests ran\n"), "{text}");
}

#[test]
fn only_failing_tests_show_what_they_printed() {
    let text = report(ReporterKind::Tap, false);
    assert!(!text.contains("one\n"), "{text}");
    assert!(text.contains("    hello\n"), "{text}");
}
