//! Steps that wait for a moment, in the order of their due times and then of their starts.

use std::collections::BTreeMap;

use super::{EventLoop, Timestamp};

/// Names a timer. Harmless when stale. Ordered by due time, then by start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TimerId {
    due: Timestamp,
    serial: u64,
}

pub(super) type TimerSteps = Box<dyn FnOnce(&EventLoop)>;

struct Timer {
    keeps_alive: bool,
    steps: TimerSteps,
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

    pub(super) fn insert(&mut self, due: Timestamp, keeps_alive: bool, steps: TimerSteps) -> TimerId {
        let id = TimerId { due, serial: self.next_serial };
        self.next_serial += 1;
        self.keeping_alive += usize::from(keeps_alive);
        self.by_due_time.insert(id, Timer { keeps_alive, steps });
        id
    }

    pub(super) fn remove(&mut self, id: TimerId) -> Option<TimerSteps> {
        let timer = self.by_due_time.remove(&id)?;
        self.keeping_alive -= usize::from(timer.keeps_alive);
        Some(timer.steps)
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
        let id = *self.by_due_time.first_key_value()?.0;
        if id.due <= now { self.remove(id) } else { None }
    }
}
