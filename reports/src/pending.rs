//! Describes the pending work of an event loop, for the message of `run --timeout`.

use std::cmp::Reverse;

use posttask::event_loop::{
    AgentId, Location, Pending, PendingElsewhere, PendingQueue, PendingTimer, PendingWait, PendingWork, PendingWorker,
    WorkKind,
};
use posttask::html::RequestSite;
use posttask::internal::atomics::AsyncWait;
use posttask::internal::event_loop::milliseconds;
use posttask::internal::html::one_line;
use posttask::internal::locks::WaitingLock;
use posttask::internal::streams::WaitingStream;

/// The maximum number of timers, and of requests, that are listed individually.
const MOST_SHOWN: usize = 10;

/// Returns a line for each group of pending work.
#[must_use]
pub fn lines_of(pending: &Pending) -> Vec<String> {
    let mut lines = scheduler_tasks(pending);
    for work in &pending.ready {
        if let PendingQueue::Source(source) = work.queue {
            let name = format!("{} task", source.as_str());
            lines.push(line(work.length, &name, "oldest", work));
        }
    }
    let timer = |timer: &PendingTimer| {
        let due = milliseconds(timer.due.duration_since(pending.now));
        let place = requested_at(timer.kind, timer.location.as_ref(), "");
        format!("{}, due in {} ms{place}", timer.kind.timer_name(), due.round())
    };
    lines.extend(listed(&pending.timers, timer, |more| format!("{more} more timer{}", plural(more))));
    let elsewhere = |work: &PendingElsewhere| {
        let place = requested_at(work.kind, work.location.as_ref(), "");
        format!("{} that has not arrived{place}", work.kind.as_str())
    };
    lines.extend(listed(&pending.elsewhere, elsewhere, |more| format!("{more} more that have not arrived")));
    if pending.delivered > 0 {
        lines.push(format!("{} task{} from other threads", pending.delivered, plural(pending.delivered)));
    }
    for worker in &pending.workers {
        let own = worker.pending.as_ref().map(|own| lines_of(own)).filter(|own| !own.is_empty());
        let wait = worker.wait.as_ref().filter(|wait| wait.is_endless).map(wait_line);
        let own = own.into_iter().flatten().chain(wait);
        let own: Vec<_> = own.collect();
        let own = if own.is_empty() { vec!["work".to_owned()] } else { own };
        lines.extend(own.iter().map(|line| format!("{}: {line}", worker.description)));
    }
    lines.extend(pending.kept_alive.iter().map(|place| format!("kept alive at {place}")));
    let idle = pending.ready.iter().filter(|work| work.queue == PendingQueue::IdleCallbacks);
    lines.extend(idle.map(|work| line(work.length, "idle callback", "first", work)));
    lines
}

/// Describes a call of `Atomics.wait` that does not end by itself.
fn wait_line(wait: &PendingWait) -> String {
    let place = requested_at(WorkKind::AtomicsWait, wait.location.as_ref(), "");
    format!("Atomics.wait that nobody has notified{place}")
}

/// Returns a line for each worker that waits, and that nobody is left to notify.
#[must_use]
pub fn suspended_lines(pending: &Pending) -> Vec<String> {
    let line = |worker: &PendingWorker| {
        let wait = worker.wait.as_ref().filter(|wait| wait.is_endless)?;
        Some(format!("{}: {}", worker.description, wait_line(wait)))
    };
    let lines: Vec<_> = pending.workers.iter().filter_map(line).collect();
    listed(&lines, String::clone, |more| format!("{more} more worker{} that {}", plural(more), wait_verb(more)))
}

/// Returns a line for each promise of `Atomics.waitAsync` that waits without a timeout.
#[must_use]
pub fn async_wait_lines(waiting: &[AsyncWait]) -> Vec<String> {
    let line = |wait: &AsyncWait| {
        let place = requested_at(WorkKind::AtomicsWaitAsync, wait.location.as_ref(), "");
        let agent = if wait.agent == AgentId::MAIN { "" } else { " in a worker" };
        format!("Atomics.waitAsync that nobody has notified{place}{agent}")
    };
    listed(waiting, line, |more| format!("{more} more Atomics.waitAsync that {}", wait_verb(more)))
}

/// Returns a line for each request for a lock that waits.
#[must_use]
pub fn lock_lines(waiting: &[WaitingLock]) -> Vec<String> {
    let line = |lock: &WaitingLock| {
        let place = requested_at(WorkKind::Lock, lock.location.as_ref(), "");
        let agent = if lock.agent == AgentId::MAIN { "" } else { " in a worker" };
        format!("lock '{}' that is not granted{place}{agent}", one_line(&lock.name))
    };
    listed(waiting, line, |more| format!("{more} more lock{} that {} not granted", plural(more), are(more)))
}

/// Returns a line for each stream that waits.
#[must_use]
pub fn stream_lines(waiting: &[WaitingStream]) -> Vec<String> {
    let line = |stream: &WaitingStream| {
        let places = stream.places.iter().map(|(verb, location)| format!(", {verb} {location}"));
        stream.what.to_owned() + &places.collect::<String>()
    };
    listed(waiting, line, |more| format!("{more} more stream{} that {}", plural(more), wait_verb(more)))
}

fn wait_verb(count: usize) -> &'static str {
    if count == 1 { "waits" } else { "wait" }
}

/// A line for each item. If there are too many, the last line says how many more there are.
fn listed<T>(items: &[T], line: impl Fn(&T) -> String, more: impl FnOnce(usize) -> String) -> Vec<String> {
    let left = items.len().saturating_sub(MOST_SHOWN);
    items.iter().take(MOST_SHOWN).map(line).chain((left > 0).then(|| more(left))).collect()
}

fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn line(count: usize, what: &str, which: &str, first: &PendingWork) -> String {
    let place = requested_at(first.first.kind, first.location.as_ref(), &format!("the {which} "));
    format!("{count} {what}{}{place}", plural(count))
}

/// Returns the end of a line that says where the program requested the work, or an empty string if that is unknown.
fn requested_at(kind: WorkKind, location: Option<&Location>, which: &str) -> String {
    let requested_at = location.map(|location| RequestSite { kind, location: with_a_short_file(location) });
    requested_at.map(|requested_at| format!(", {which}{requested_at}")).unwrap_or_default()
}

/// The location, with only the beginning of a `data:` URL.
fn with_a_short_file(location: &Location) -> Location {
    const LONGEST_URL: usize = 80;
    let mut location = location.clone();
    let is_long = location.file.char_indices().nth(LONGEST_URL).filter(|_| location.file.starts_with("data:"));
    if let Some((end, _)) = is_long {
        location.file = format!("{}...", &location.file[..end]);
    }
    location
}

/// Returns a line for each effective priority that has waiting tasks, highest first.
fn scheduler_tasks(pending: &Pending) -> Vec<String> {
    let queues = pending.ready.iter().filter_map(|work| match work.queue {
        PendingQueue::Scheduler { effective_priority, .. } => Some((effective_priority, work)),
        _ => None,
    });
    let mut queues: Vec<_> = queues.collect();
    // Within a priority the queues are already in order of age, and a stable sort keeps that order.
    queues.sort_by_key(|(level, _)| Reverse(*level));
    let levels = queues.chunk_by(|one, other| one.0 == other.0);
    levels
        .map(|queues| {
            let (level, first) = queues[0];
            let count = queues.iter().map(|(_, work)| work.length).sum();
            line(count, &format!("{} {}", level.priority(), level.kind()), "oldest", first)
        })
        .collect()
}
