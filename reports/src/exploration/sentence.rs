//! Work and deviations in words.

use std::path::Path;

use posttask::event_loop::WorkKind;
use posttask::exploration::{AppliedDeviation, Deviation, SlowUntil, WorkInfo, WorkName};

/// Returns the place of a piece of work with the name of the program's file, and with the place of the caller.
#[must_use]
pub fn place(text: &str, main_file: &Path) -> String {
    if let (place_in_worker, Some(label)) = WorkName::split_place(text) {
        return format!("{} in {}", place(place_in_worker, main_file), worker(label, main_file));
    }
    let called = text.strip_suffix(')').and_then(|text| text.rsplit_once('('));
    if let Some((callee, caller)) = called {
        return format!("{}, called at {caller}", place(callee, main_file));
    }
    let is_position = text.split(':').count() == 2 && text.bytes().all(|byte| byte == b':' || byte.is_ascii_digit());
    if is_position { format!("{}:{text}", main_file.display()) } else { text.to_owned() }
}

/// Returns `1st`, `2nd` and so on.
fn ordinal(number: u32) -> String {
    let suffix = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{number}{suffix}")
}

/// Describes the worker with a label: `worker 'pool'`, `the worker created at app.js:4:1`.
fn worker(label: &str, main_file: &Path) -> String {
    let numbered = label.strip_suffix(')').and_then(|label| label.rsplit_once('('));
    let numbered = numbered.and_then(|(label, number)| Some((label, number.parse().ok()?)));
    let (label, number) = numbered.map_or((label, None), |(label, number)| (label, Some(ordinal(number))));
    let which = number.map(|number| format!("{number} ")).unwrap_or_default();
    if label.contains(':') {
        format!("the {which}worker created at {}", place(label, main_file))
    } else if which.is_empty() {
        format!("worker '{label}'")
    } else {
        format!("the {which}worker '{label}'")
    }
}

/// Returns what a piece of work is: `user-visible task`, `timer`.
#[must_use]
pub fn kind(work: &WorkInfo) -> String {
    match (work.kind, work.priority) {
        (None, _) => "main script".to_owned(),
        (Some(kind), Some(priority)) => format!("{priority} {}", kind.as_str()),
        (Some(WorkKind::Timeout), None) => "timer".to_owned(),
        (Some(WorkKind::Interval), None) => "interval".to_owned(),
        (Some(kind), None) => kind.as_str().to_owned(),
    }
}

/// Describes a piece of work: `the 2nd timer set at app.js:4:1`, `the 2nd response body (#4) requested at app.js:4:1`.
#[must_use]
pub fn work(work: &WorkInfo, main_file: &Path) -> String {
    let what = kind(work);
    let what = if work.ordinal > 1 { format!("{} {what}", ordinal(work.ordinal)) } else { what };
    // The number in its name, which tables and replays have, also counts other kinds of work.
    let count = work.name.count();
    let what = if count == work.ordinal { what } else { format!("{what} (#{count})") };
    let (at, label) = WorkName::split_place(work.name.place());
    let described = match work.kind {
        Some(kind) if at.contains(':') => format!("the {what} {} at {}", kind.request_verb(), place(at, main_file)),
        Some(WorkKind::Arrival) => format!("the {what} of {at}"),
        _ => format!("the {what}"),
    };
    label.map_or(described.clone(), |label| format!("{described} in {}", worker(label, main_file)))
}

fn is_task(work: Option<&WorkInfo>) -> bool {
    work.is_some_and(|work| work.kind == Some(WorkKind::Task))
}

/// Describes what a deviation did, as a sentence without a full stop.
#[must_use]
pub fn deviation(applied: &AppliedDeviation, main_file: &Path) -> String {
    let subject = work(&applied.work, main_file);
    let then = applied.then.as_ref().map(|then| work(then, main_file)).unwrap_or_default();
    match &applied.deviation {
        Deviation::Before { late: false, .. } => format!("{subject} ran before {then}"),
        // An idle callback whose timeout was over before an idle period came.
        Deviation::Before { first, then: same, .. } if first == same => {
            format!("there was no idle period before the timeout of {subject} expired")
        }
        Deviation::Before { late: true, .. } if is_task(applied.then.as_ref()) => {
            format!("{subject} ran before the delay of {then} had expired")
        }
        Deviation::Before { late: true, .. } => format!("{subject} ran before {then} fired"),
        Deviation::Postpone { until, .. } => {
            let until = if applied.then.is_some() { then } else { until.to_string() };
            format!("{subject} waited until {until} had run")
        }
        Deviation::Late { .. } => format!("{subject} fired as late as allowed"),
        Deviation::FiresBefore { .. } => {
            format!("the delay of {subject} expired before {then} was queued")
        }
        Deviation::Slow { .. } if applied.then.is_some() => format!("{subject} took until {then} was due"),
        Deviation::Slow { until: SlowUntil::DueTimes(1), .. } => format!("{subject} took until the next timer was due"),
        Deviation::Slow { until: SlowUntil::DueTimes(count), .. } => {
            format!("{subject} took until the next {count} timers were due")
        }
        Deviation::ShortIdle { .. } => format!("the idle period of {subject} had no time left"),
        Deviation::Choose { number, .. } => format!("{subject} returned {number}"),
        Deviation::Seed(seed) => format!("Math.random used the seed {seed}"),
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn ordinals_have_the_right_suffix() {
        let ordinals = [1, 2, 3, 4, 11, 12, 13, 21, 112, 123].map(ordinal);
        assert_eq!(ordinals, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "112th", "123rd"]);
    }
}
