//! Steps that wait for a moment, in the order of their due times and then of their starts.

use std::collections::BTreeMap;

use super::{EventLoop, Origin, Timestamp};

/// Names a timer. Harmless when stale. Ordered by due time, then by start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimerId {
    due: Timestamp,
    serial: u64,
}

pub(super) type TimerSteps = Box<dyn FnOnce(&EventLoop)>;

/// Who starts a timer. It changes nothing but what people are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimerKind {
    /// `setTimeout`.
    SetTimeout,
    /// `setInterval`.
    SetInterval,
    /// The `delay` of `postTask`.
    PostTaskDelay,
    /// `AbortSignal.timeout`.
    AbortSignalTimeout,
    /// The `timeout` of `requestIdleCallback`.
    IdleCallbackTimeout,
    /// A timeout or interval job of the engine.
    Engine,
}

impl TimerKind {
    /// A name for people.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::SetTimeout => "setTimeout",
            Self::SetInterval => "setInterval",
            Self::PostTaskDelay => "delay of postTask",
            Self::AbortSignalTimeout => "AbortSignal.timeout",
            Self::IdleCallbackTimeout => "timeout of requestIdleCallback",
            Self::Engine => "engine",
        }
    }
}

pub(super) struct Timer {
    pub(super) keeps_alive: bool,
    pub(super) kind: TimerKind,
    pub(super) origin: Option<Origin>,
    pub(super) steps: TimerSteps,
}

/// All running timers of an event loop. Every operation is O(log n).
#[derive(Default)]
pub(super) struct Timers {
    by_due_time: BTreeMap<TimerId, Timer>,
    next_serial: u64,
    keeping_alive: usize,
}

impl Timers {
    pub(super) fn len(&self) -> usize {
        self.by_due_time.len()
    }

    pub(super) fn keep_alive(&self) -> bool {
        self.keeping_alive > 0
    }

    pub(super) fn next_due(&self) -> Option<Timestamp> {
        self.by_due_time.first_key_value().map(|(id, _)| id.due)
    }

    /// When each timer is due, who started it and where; the next one first.
    pub(super) fn iter(&self) -> impl Iterator<Item = (Timestamp, TimerKind, Option<Origin>)> {
        self.by_due_time.iter().map(|(id, timer)| (id.due, timer.kind, timer.origin))
    }

    pub(super) fn insert(&mut self, due: Timestamp, timer: Timer) -> TimerId {
        let id = TimerId { due, serial: self.next_serial };
        self.next_serial += 1;
        self.keeping_alive += usize::from(timer.keeps_alive);
        self.by_due_time.insert(id, timer);
        id
    }

    pub(super) fn remove(&mut self, id: TimerId) -> Option<TimerSteps> {
        let timer = self.by_due_time.remove(&id)?;
        Some(self.removed(timer))
    }

    fn removed(&mut self, timer: Timer) -> TimerSteps {
        self.keeping_alive -= usize::from(timer.keeps_alive);
        timer.steps
    }

    pub(super) fn set_keeps_alive(&mut self, id: TimerId, keeps_alive: bool) {
        if let Some(timer) = self.by_due_time.get_mut(&id) {
            self.keeping_alive -= usize::from(timer.keeps_alive);
            self.keeping_alive += usize::from(keeps_alive);
            timer.keeps_alive = keeps_alive;
        }
    }

    /// Takes the first timer if its time has come. Never early.
    pub(super) fn pop_due(&mut self, now: Timestamp) -> Option<TimerSteps> {
        let first = self.by_due_time.first_entry().filter(|first| first.key().due <= now)?;
        let timer = first.remove();
        Some(self.removed(timer))
    }
}
