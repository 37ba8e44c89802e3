//! What waits in an event loop, in words: what `run --timeout` prints.

use std::cmp::Reverse;

use crate::event_loop::{Pending, PendingQueue, PendingWork, milliseconds};

/// At most this many timers are listed one by one.
const TIMERS_SHOWN: usize = 10;

/// A line for each thing that waits.
pub(super) fn lines(pending: &Pending) -> Vec<String> {
    let mut lines = scheduler_tasks(pending);
    for work in &pending.ready {
        if let PendingQueue::Source(source) = work.queue {
            let name = format!("{} task", source.as_str());
            lines.push(line(work.length, &name, "oldest", work));
        }
    }
    for timer in pending.timers.iter().take(TIMERS_SHOWN) {
        let due = milliseconds(timer.due.duration_since(pending.now));
        let asked = timer.kind.asked();
        let place = timer.location.as_ref().map(|place| format!(", {asked} at {place}")).unwrap_or_default();
        lines.push(format!("{}, due in {} ms{place}", timer.kind.timer_name(), due.round()));
    }
    if let Some(more) = pending.timers.len().checked_sub(TIMERS_SHOWN).filter(|&more| more > 0) {
        lines.push(format!("{more} more timer{}", plural(more)));
    }
    let idle = pending.ready.iter().filter(|work| work.queue == PendingQueue::IdleCallbacks);
    lines.extend(idle.map(|work| line(work.length, "idle callback", "first", work)));
    lines
}

fn plural(count: usize) -> &'static str {
    if count == 1 { "" } else { "s" }
}

fn line(count: usize, what: &str, which: &str, first: &PendingWork) -> String {
    let asked = first.first.kind.asked();
    let place = first.location.as_ref().map(|place| format!(", the {which} {asked} at {place}")).unwrap_or_default();
    format!("{count} {what}{}{place}", plural(count))
}

/// A line for each effective priority at which tasks wait, the highest first.
fn scheduler_tasks(pending: &Pending) -> Vec<String> {
    let queues = pending.ready.iter().filter_map(|work| match work.queue {
        PendingQueue::Scheduler { effective_priority, .. } => Some((effective_priority, work)),
        _ => None,
    });
    let mut queues: Vec<_> = queues.collect();
    // They are in order of age within each priority, and stay so.
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
