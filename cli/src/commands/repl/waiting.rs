//! The work of a prompt that has not run: what it is, who asked for it, and in which order it would run.

use std::cmp::Reverse;
use std::rc::Rc;

use posttask::event_loop::{Location, Scheduled, SignalId, Timestamp, WorkId, WorkKind};
use posttask::scheduling::{EffectivePriority, QueueKind, TaskPriority};
use rustc_hash::FxHashMap;

/// Work that has not run.
pub(super) struct Waiting {
    pub(super) id: WorkId,
    pub(super) kind: WorkKind,
    /// The name of its callback.
    pub(super) name: Option<String>,
    /// The signal whose priority it has, or which may abort it.
    pub(super) signal: Option<SignalId>,
    pub(super) location: Option<Location>,
    /// The call stack at which it was scheduled.
    pub(super) stack: Rc<[String]>,
    /// Since when it has been ready.
    pub(super) ready: Option<Timestamp>,
    priority: Option<TaskPriority>,
    priority_signal: Option<SignalId>,
    /// The position in the order in which work became ready.
    place: u64,
}

impl Waiting {
    fn new(it: &Scheduled<'_>) -> Self {
        Self {
            id: it.work.id,
            kind: it.work.kind,
            name: it.callback_name().map(|name| name.to_std_string_lossy()),
            signal: it.priority_signal.or(it.signal),
            location: it.location(),
            stack: if it.work.origin.is_some() { it.stack() } else { Rc::default() },
            ready: None,
            priority: it.work.priority,
            priority_signal: it.priority_signal,
            place: 0,
        }
    }
}

/// All work that has not run.
#[derive(Default)]
pub(super) struct WaitingWork {
    work: FxHashMap<WorkId, Waiting>,
    /// The signals whose priority has changed.
    priorities: FxHashMap<SignalId, TaskPriority>,
    places: u64,
}

impl WaitingWork {
    pub(super) fn scheduled(&mut self, it: &Scheduled<'_>) {
        if it.work.kind != WorkKind::MicrotaskCheckpoint {
            self.work.insert(it.work.id, Waiting::new(it));
        }
    }

    /// Work became ready. Work that became ready before keeps its place.
    pub(super) fn ready(&mut self, id: WorkId, since: Timestamp) {
        let place = self.places;
        if let Some(work) = self.work.get_mut(&id).filter(|work| work.ready.is_none()) {
            (work.ready, work.place) = (Some(since), place);
            self.places += 1;
        }
    }

    pub(super) fn priority_changed(&mut self, signal: SignalId, priority: TaskPriority) {
        self.priorities.insert(signal, priority);
    }

    /// Work has started, or has ended without running.
    pub(super) fn remove(&mut self, id: WorkId) {
        self.work.remove(&id);
    }

    pub(super) fn get(&self, id: WorkId) -> Option<&Waiting> {
        self.work.get(&id)
    }

    /// The current priority of a scheduler task.
    pub(super) fn priority(&self, work: &Waiting) -> Option<TaskPriority> {
        let changed = work.priority_signal.and_then(|signal| self.priorities.get(&signal));
        changed.copied().or(work.priority)
    }

    /// The work that is ready, in the order in which the default policy would run it.
    pub(super) fn in_order(&self, now: Timestamp) -> Vec<&Waiting> {
        let mut ready: Vec<_> =
            self.work.values().filter(|work| work.ready.is_some_and(|since| since <= now)).collect();
        ready.sort_by_key(|work| (Reverse(self.level(work)), work.place));
        ready
    }

    /// The level of the work. Other tasks compete with user-visible ones by age, and idle callbacks run last.
    fn level(&self, work: &Waiting) -> Option<EffectivePriority> {
        let queue = if work.kind == WorkKind::Continuation { QueueKind::Continuations } else { QueueKind::Tasks };
        match self.priority(work) {
            Some(priority) => Some(EffectivePriority::new(priority, queue)),
            None if work.kind == WorkKind::IdleCallback => None,
            None => Some(EffectivePriority::new(TaskPriority::UserVisible, QueueKind::Tasks)),
        }
    }
}
