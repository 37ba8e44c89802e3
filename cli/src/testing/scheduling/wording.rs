//! Work in words.

use posttask::event_loop::EventLoop;
use posttask::internal::event_loop::milliseconds;
use posttask::scheduling::TaskPriority;

use super::history::{History, Inversion};
use super::task::{Moment, Task};

/// The number of lines of a list that are shown.
const MOST_LINES: usize = 20;

/// Describes work, for example `'save' (background task, posted at app.js:3:5)`.
pub(super) fn described(task: &Task, priority: Option<TaskPriority>, event_loop: &EventLoop) -> String {
    let kind = task.work.kind.as_str();
    let kind = priority.map_or_else(|| kind.to_owned(), |priority| format!("{priority} {kind}"));
    let place = task.work.origin.and_then(|origin| event_loop.location(origin));
    let verb = task.work.kind.request_verb();
    let place = place.map(|place| format!("{verb} at {place}"));
    match &task.label {
        None => place.map_or(kind.clone(), |place| format!("{kind} {place}")),
        Some(label) => format!("'{label}' ({kind}{})", place.map(|place| format!(", {place}")).unwrap_or_default()),
    }
}

/// The name of work in a list of all work: its label, or what it is and where it was scheduled.
pub(super) fn name(task: &Task, event_loop: &EventLoop) -> String {
    let location = || task.work.origin.and_then(|origin| event_loop.location(origin));
    match &task.label {
        Some(label) => label.as_ref().to_owned(),
        None => match location() {
            Some(place) => format!("{} at {place}", task.work.kind.as_str()),
            None => task.work.kind.as_str().to_owned(),
        },
    }
}

/// Says how long work has waited.
pub(super) fn waited(task: &Task, now: Moment, event_loop: &EventLoop) -> String {
    let wait = task.wait(now).unwrap_or_default();
    let still = if task.started.is_none() && task.ended.is_none() { "is still waiting after" } else { "waited" };
    let others = if wait.overtaken == 1 { "1 other".to_owned() } else { format!("{} others", wait.overtaken) };
    let what = described(task, task.priority, event_loop);
    format!("{what} {still} {} ms, during which {others} ran", milliseconds(wait.time))
}

/// Says what ran although something else was ready.
pub(super) fn inverted(inversion: &Inversion, history: &History, event_loop: &EventLoop) -> String {
    let describe = |(index, priority): (usize, Option<TaskPriority>)| {
        history.tasks().get(index).map(|task| described(task, priority, event_loop)).unwrap_or_default()
    };
    format!("{} ran while {} was ready", describe(inversion.ran), describe(inversion.waiting))
}

/// Returns an indented list, whose end is left out if it is long.
pub(super) fn list(lines: &[String]) -> String {
    let mut text = String::new();
    for line in lines.iter().take(MOST_LINES) {
        text = text + "\n  " + line;
    }
    match lines.len().saturating_sub(MOST_LINES) {
        0 => text,
        more => format!("{text}\n  ... and {more} more"),
    }
}
