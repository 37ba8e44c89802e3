//! What files together give.

use std::time::Duration;

use super::fixture::*;
use crate::testing::report::{Durations, Ending, FailureKind, FileReport, Kind, TestReport};
use crate::testing::reporters::{ReporterKind, Stop, Summary};

#[test]
fn the_slowest_tests_come_first() {
    let lasting = |name, real| TestReport { durations: lasting(0, real), ..test(name) };
    let slowest = summary_of(&[file(vec![lasting("a", 1), lasting("b", 3)]), file(vec![lasting("c", 2)])]).slowest;
    let paths: Vec<_> = slowest.iter().map(|(path, _)| path.as_str()).collect();
    assert_eq!(paths, ["a.test.js > b", "a.test.js > c"]);
}

#[test]
fn the_elapsed_time_is_also_that_of_the_clock_in_real_time() {
    let elapsed = Duration::from_millis(5);
    let durations_of = |durations| {
        let mut summary = Summary::new(0);
        summary.add_file(&FileReport { durations, ..FileReport::default() });
        summary.set_elapsed(elapsed);
        (summary.durations.on_clock, summary.durations.real)
    };
    assert_eq!(durations_of(lasting(8, 8)), (elapsed, elapsed));
    assert_eq!(durations_of(lasting(100, 8)), (Duration::from_millis(100), elapsed));
    assert_eq!(durations_of(Durations::default()), (elapsed, elapsed));
}

#[test]
fn what_makes_a_run_fail() {
    let is_failure = |tests| summary_of(&[file(tests)]).is_failure();
    assert!(!is_failure(vec![test("a"), todo()]));
    assert!(is_failure(vec![failing()]));
    // The counts are those of tests, and this is a suite.
    assert!(is_failure(vec![TestReport { kind: Kind::Suite, ..failing() }]));
    assert!(summary_of(&files()[1..]).is_failure());
    let mut stopped = Summary::new(0);
    stopped.stop = Some(Stop::Bailed);
    assert!(stopped.is_failure());
}

#[test]
fn failures_of_subtests_are_shown_only_if_nothing_else_is() {
    let mut parent = TestReport { children: vec![failing()], ..failing() };
    parent.failures[0].kind = FailureKind::Subtests;
    assert_eq!(parent.shown_failures().len(), 1);
    assert!(parent.failed_itself());
    parent.failures.truncate(1);
    assert_eq!(parent.shown_failures().len(), 1);
    assert!(!parent.failed_itself());
    parent.children[0].ending = Ending::Passed;
    assert!(parent.failed_itself());
}

#[test]
fn names_of_reporters() {
    for kind in ReporterKind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
    }
    let error = "html".parse::<ReporterKind>().unwrap_err().to_string();
    assert_eq!(error, "there is no reporter 'html'; the reporters are spec, dot, tap, junit, github-actions, json");
}
