//! Work, times and numbers in words.

use std::time::Duration;

use posttask::event_loop::WorkKind;
use posttask::internal::event_loop::milliseconds;
use posttask::scheduling::TaskPriority;

use super::known_work::KnownWork;
use super::turn::{Runner, Turn};
use super::warning::Place;

/// What work is: `background task 'save'`.
pub(super) fn label(work: &KnownWork, priority: Option<TaskPriority>) -> String {
    let kind = work.what.kind.as_str();
    let kind = priority.map_or_else(|| kind.to_owned(), |priority| format!("{priority} {kind}"));
    let own_name = work.what.name.as_ref().map(|name| format!("{kind} '{}'", name.escape_debug()));
    let of_root = || {
        let name = work.root.as_ref()?.name.as_ref()?;
        Some(format!("{kind} of '{}'", name.escape_debug()))
    };
    own_name.or_else(of_root).unwrap_or(kind)
}

/// What work is, and where it was scheduled: `background task 'save' (posted at app.js:3:1)`.
pub(super) fn described(work: &KnownWork, priority: Option<TaskPriority>) -> String {
    let (label, verb) = (label(work, priority), request_verb(work.what.kind));
    match &work.what.location {
        Some(location) => format!("{label} ({verb} at {location})"),
        None => label,
    }
}

/// A continuation is not posted: it is where the program called `yield`.
fn request_verb(kind: WorkKind) -> &'static str {
    if kind == WorkKind::Continuation { "yielded" } else { kind.request_verb() }
}

/// Work as the place of a warning.
pub(super) fn place(work: &KnownWork, priority: Option<TaskPriority>) -> Place {
    Place { label: label(work, priority), location: work.what.location.as_deref().cloned() }
}

/// What ran in a turn, and where it was scheduled.
pub(super) fn described_turn(turn: &Turn) -> String {
    match &turn.runner {
        Runner::Work(work) => described(work, turn.priority),
        Runner::Program { name, is_module: false } => format!("script {name}"),
        Runner::Program { name, is_module: true } => format!("module {name}"),
        Runner::Microtasks => "module microtasks".to_owned(),
        Runner::Unknown => "host task".to_owned(),
    }
}

/// What ran in a turn as the place of a warning.
pub(super) fn place_of_turn(turn: &Turn) -> Place {
    match &turn.runner {
        Runner::Work(work) => place(work, turn.priority),
        _ => Place { label: described_turn(turn), location: None },
    }
}

/// A time, rounded: `0.4 ms`, `120 ms` or `1.25 s`.
pub(super) fn amount(time: Duration) -> String {
    let milliseconds = milliseconds(time);
    let (number, unit) = match milliseconds {
        ..10.0 => (format!("{milliseconds:.1}"), "ms"),
        ..1000.0 => (format!("{milliseconds:.0}"), "ms"),
        _ => (format!("{:.2}", milliseconds / 1000.0), "s"),
    };
    let number = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { &number };
    format!("{number} {unit}")
}

/// A number of other pieces of work: `1 other` or `12 others`.
pub(super) fn others(count: u64) -> String {
    if count == 1 { "1 other".to_owned() } else { format!("{count} others") }
}
