//! The work of a prompt that has not run: what it is, who asked for it, and in which order it would run.

use std::cmp::Reverse;
use std::rc::Rc;

use posttask::event_loop::{Location, Scheduled, SchedulingCall, SignalId, Timestamp, WorkId, WorkKind};
use posttask::trace::QueueView;

/// Work that has not run.
pub(super) struct Waiting {
    pub(super) kind: WorkKind,
    /// The name of its callback.
    pub(super) name: Option<String>,
    /// The signal whose priority it has, or which may abort it.
    pub(super) signal: Option<SignalId>,
    pub(super) location: Option<Location>,
    /// The call stack at which it was scheduled.
    pub(super) stack: Rc<[String]>,
}

impl Waiting {
    pub(super) fn new(it: &Scheduled, call: &SchedulingCall<'_>) -> Self {
        Self {
            kind: it.kind,
            name: call.callback_name().map(|name| name.to_std_string_lossy()),
            signal: it.priority_signal.or(it.signal),
            location: call.location(),
            stack: if it.origin.is_some() { call.stack() } else { Rc::default() },
        }
    }
}

/// The work that is ready, in the order in which the default policy would run it, and since when. A timer is ready to
/// fire when it is due. Other tasks compete with user-visible ones by age, and idle callbacks run last.
pub(super) fn in_order(work: &QueueView<Waiting>, now: Timestamp) -> Vec<(WorkId, Timestamp)> {
    let since = |id| Some((id, work.ready_since(id).or_else(|| work.due(id)).filter(|since| *since <= now)?));
    let mut ready: Vec<_> = work.iter().filter_map(|(id, _)| since(id)).collect();
    ready.sort_by_key(|&(id, since)| {
        let order = work.order(id);
        (Reverse(work.level(id)), order.is_none(), order, since, id)
    });
    ready
}
