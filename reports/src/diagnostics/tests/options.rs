//! The value of `--warn`.

use std::time::Duration;

use crate::diagnostics::{DetectorId, WarnOptions};

fn parsed(list: &str) -> WarnOptions {
    list.parse().unwrap()
}

fn on(list: &str) -> Vec<&'static str> {
    let options = parsed(list);
    let on = DetectorId::ALL.iter().filter(|&&detector| options.thresholds(detector).is_some());
    on.map(|detector| detector.as_str()).collect()
}

fn error(list: &str) -> String {
    list.parse::<WarnOptions>().unwrap_err().to_string()
}

#[test]
fn a_list_turns_detectors_on_and_off() {
    assert_eq!(parsed("all"), WarnOptions::default());
    assert_eq!(on("all").len(), DetectorId::ALL.len());
    assert_eq!(on("starvation, long-task"), ["starvation", "long-task"]);
    assert_eq!(on("none,late-abort"), ["late-abort"]);
    assert_eq!(on("late-abort,none"), [""; 0]);
    assert!(parsed("none").is_none() && !parsed("all").is_none());
    assert_eq!(on("-late-abort,-long-task").len(), DetectorId::ALL.len() - 2);
    assert_eq!(on("all,-starvation"), on("-starvation"));
    assert_eq!(on("starvation,late-abort,-starvation"), ["late-abort"]);
}

#[test]
fn faults_of_the_engine_are_reported_unless_they_are_turned_off() {
    for (list, expected) in [
        ("all", true),
        ("long-task", true),
        ("-engine", false),
        ("none", false),
        ("none,engine", true),
        ("-all", false),
    ] {
        assert_eq!(parsed(list).reports_engine_faults(), expected, "{list}");
    }
    assert_eq!(on("-engine").len(), DetectorId::ALL.len());
    assert!(parsed("engine").is_none(), "nothing is recorded");
}

#[test]
fn thresholds_are_durations_or_numbers() {
    let options = parsed("starvation=2s,starvation=5,long-task=1m 30s,leaked-signal=7");
    let starvation = options.thresholds(DetectorId::Starvation).unwrap();
    assert_eq!((starvation.time, starvation.count), (Some(Duration::from_secs(2)), Some(5)));
    let long_task = options.thresholds(DetectorId::LongTask).unwrap();
    assert_eq!((long_task.time, long_task.count), (Some(Duration::from_secs(90)), None));
    assert_eq!(options.thresholds(DetectorId::LeakedSignal).unwrap().count, Some(7));
    let one_of_two = parsed("all,starvation=5").thresholds(DetectorId::Starvation).unwrap();
    assert_eq!(one_of_two.time, Some(Duration::from_secs(1)), "the other threshold keeps its default");
}

#[test]
fn errors_say_what_is_possible() {
    let unknown = "there is no detector 'starving'; the detectors are starvation, priority-inversion, long-task, \
                   timer-overdue, yield-chain, idle-overrun, unbounded-microtasks, late-abort, background-never-ran, \
                   leaked-signal, unread-body, unreleased-reader, engine";
    assert_eq!(error("all,starving"), unknown);
    assert_eq!(error("starving=2s"), unknown);
    assert_eq!(error("-starving"), unknown);
    assert!(error("").starts_with("there is no detector ''"));
    assert_eq!(
        error("long-task=50"),
        "'50' is not a threshold for long-task, which takes a duration such as 500ms or 2s"
    );
    assert_eq!(error("leaked-signal=2s"), "'2s' is not a threshold for leaked-signal, which takes a number");
    assert_eq!(error("unread-body=1"), "'1' is not a threshold for unread-body, which takes none");
    let either = "'soon' is not a threshold for starvation, which takes a duration such as 500ms or 2s, or a number";
    assert_eq!(error("starvation=soon"), either);
    assert!(error("starvation=-1").contains("'-1' is not a threshold"));
}

#[test]
fn every_detector_has_a_name_and_a_summary() {
    for &detector in DetectorId::ALL {
        assert_eq!(detector.as_str().parse(), Ok(detector));
        assert!(detector.summary(3).starts_with("3 ") && !detector.summary(1).starts_with(char::is_numeric));
    }
}
