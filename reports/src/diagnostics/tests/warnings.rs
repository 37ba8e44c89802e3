//! Warnings are merged, limited and drained.

use posttask::event_loop::{Ending, Event, Scheduled, Timestamp, WorkId, WorkKind};
use posttask::trace::{Record, Sink};

use super::diagnostics;
use crate::diagnostics::{DetectorId, Diagnostics, WarnOptions};

fn receive(diagnostics: &mut Diagnostics, at: u64, event: Event) {
    let at = Timestamp::default().after_milliseconds(at);
    diagnostics.receive(&Record::new(at, event));
}

/// A timer of this name that runs for 100 ms.
fn run(diagnostics: &mut Diagnostics, number: u64, name: &str) {
    let (work, at) = (WorkId::new(number), number * 1000);
    let mut scheduled = Scheduled::new(work, WorkKind::Timeout);
    scheduled.name = Some(name.into());
    receive(diagnostics, at, Event::Scheduled(scheduled.into()));
    receive(diagnostics, at, Event::Ready { work });
    receive(diagnostics, at, Event::Started { work });
    receive(diagnostics, at + 100, Event::Ended { work, how: Ending::Returned });
    receive(diagnostics, at + 100, Event::Sleeping { until: None });
}

#[test]
fn equal_warnings_are_merged_and_drained_once() {
    let mut diagnostics = Diagnostics::new(&WarnOptions::default());
    run(&mut diagnostics, 1, "one");
    run(&mut diagnostics, 2, "one");
    let drained = diagnostics.drain();
    assert_eq!(drained.iter().map(|warning| warning.count).collect::<Vec<_>>(), [2]);
    assert_eq!(drained[0].to_string(), "setTimeout 'one' ran for 100 ms (and 1 more time) [long-task]");
    run(&mut diagnostics, 3, "one");
    assert!(diagnostics.drain().is_empty());
    run(&mut diagnostics, 4, "two");
    assert_eq!(diagnostics.drain().len(), 1);
    let counts: Vec<_> = diagnostics.warnings().iter().map(|warning| warning.count).collect();
    assert_eq!(counts, [3, 1]);
}

#[test]
fn there_is_a_limit_for_each_detector() {
    let mut diagnostics = Diagnostics::new(&WarnOptions::default());
    for number in 1..=15 {
        run(&mut diagnostics, number, &format!("work {number}"));
    }
    assert_eq!(diagnostics.warnings().len(), 10);
    assert_eq!(diagnostics.omitted(), [(DetectorId::LongTask, 5)]);
    run(&mut diagnostics, 16, "work 3");
    assert_eq!(diagnostics.omitted(), [(DetectorId::LongTask, 5)]);
}

#[test]
fn records_of_unknown_work_are_no_problem() {
    let mut diagnostics = Diagnostics::new(&WarnOptions::default());
    let (work, other) = (WorkId::new(1), WorkId::new(2));
    for what in [
        Event::Ready { work },
        Event::JobCallbackCalled { task: work, within: None },
        Event::TimerFired { work },
        Event::TimerSet { work, due: Timestamp::default() },
        Event::Started { work },
        Event::CheckpointStarted { work: other, within: Some(work) },
        Event::JobCallbackCalled { task: work, within: Some(other) },
        Event::CheckpointEnded { work: other, microtasks: 5, ticks: 0 },
        Event::CheckpointEnded { work: other, microtasks: 5, ticks: 0 },
        Event::Ended { work, how: Ending::Threw },
        Event::Ended { work, how: Ending::Aborted },
        Event::EvaluationEnded,
    ] {
        receive(&mut diagnostics, 100, what);
    }
    receive(&mut diagnostics, 200, Event::Started { work: other });
    diagnostics.finish(Timestamp::default().after_milliseconds(500));
    assert!(diagnostics.warnings().is_empty());
}

#[test]
fn names_are_escaped() {
    let program = "const o = { ['a\\n\\'b']() { busy(100); } }; scheduler.postTask(o['a\\n\\'b']);";
    let found = diagnostics(program, "all", 10).warnings();
    assert!(found[0].message.starts_with("user-visible task 'a\\n\\'b' (posted at "), "{found:?}");
}
